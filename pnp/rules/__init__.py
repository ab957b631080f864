"""Rules as data: a game → what is wrong with its rules, setups, victory and examples, for each set of its modules.

`examining.py` does it; `expressions/` evaluates, `world.py` knows what there is, `declared/` has the kinds of rules.
"""
