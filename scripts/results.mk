# Results: data, figures and tables. Included by the Makefile.
#
#   make experiments SIZE=small|default|full   fill DATA (default: data) with results of self-play and of solved boards
#   make figures                               draw DATA/*.pdf and *.png from DATA/*.csv
#   make tables                                write DATA/tables/*.tex and *.md from DATA/*.csv
#
# SPDX-License-Identifier: MIT
SIZE ?= default
DATA ?= data

.PHONY: experiments figures tables
experiments: all
	+@scripts/experiments.sh $(SIZE) $(BUILD) $(DATA)
	+@scripts/solved.sh $(SIZE) $(BUILD) $(DATA)
figures:
	@scripts/figures.sh $(DATA)
tables:
	@scripts/tables.py $(DATA)
# In one call, figures and tables wait for the data.
ifneq (,$(filter experiments,$(MAKECMDGOALS)))
figures tables: experiments
endif
