# Self-play results: data, figures and tables. Included by the Makefile.
#
#   make experiments SIZE=small|default|full   fill DATA (default: data)
#   make figures                               draw DATA/*.pdf and *.png from DATA/*.csv
#   make tables                                write DATA/tables/*.tex and *.md from DATA/*.csv
#
# SPDX-License-Identifier: MIT
SIZE ?= default
DATA ?= data

.PHONY: experiments figures tables
experiments: all
	+@scripts/experiments.sh $(SIZE) $(BUILD) $(DATA)
