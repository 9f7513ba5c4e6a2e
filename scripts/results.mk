# Results: data, figures and tables. Included by the Makefile.
#
#   make experiments SIZE=small|default|full   fill DATA (default: data) with results of self-play and of solved boards
#   make figures                               draw DATA/*.pdf and *.png from DATA/*.csv
#   make tables                                write DATA/tables/*.tex and *.md from DATA/*.csv
#   make atlas CELLS=36                        solve every board of up to CELLS cells: DATA/atlas*.csv, and
#                                              DATA/plans.csv and DATA/comparison.csv, larger boards and what others found
#   make paper SIZE=small|default|full         compute all results in BUILD/paper/data and typeset BUILD/paper/papamu.pdf
#   make paper QUICK=1                         typeset it from DATA as it is (ten seconds once the program is built)
#   make paper-facts                           list each statement of the paper with what tests it, BUILD/paper-facts.md
#
# SPDX-License-Identifier: MIT
SIZE ?= default
DATA ?= data
CELLS ?= 36

.PHONY: experiments figures tables atlas paper paper-facts
experiments: all
	+@scripts/experiments.sh $(SIZE) $(BUILD) $(DATA)
	+@scripts/solved.sh $(SIZE) $(BUILD) $(DATA)
atlas: all
	+@scripts/atlas.sh $(CELLS) $(BUILD) $(DATA)
	+@scripts/plans.sh $(BUILD) $(DATA)
	+@scripts/compare.py $(BUILD) $(DATA)
figures: $(PROGRAM)
	@scripts/figures.sh $(DATA) $(BUILD)
tables:
	@scripts/tables.py $(DATA)
# In one call, figures and tables wait for the data.
figures tables: | $(filter experiments atlas,$(MAKECMDGOALS))
paper: $(if $(QUICK),$(PROGRAM),all)
	+@scripts/paper.sh $(if $(QUICK),QUICK,$(SIZE)) $(BUILD) $(DATA)
paper-facts:
	@mkdir -p $(BUILD)
	@scripts/paper_sentences.py $(DATA) >$(BUILD)/paper-facts.md
	@echo "wrote $(BUILD)/paper-facts.md"
