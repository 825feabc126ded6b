"""The goals of robustness, each a program that prints its figure; README.md beside this file lists them."""
