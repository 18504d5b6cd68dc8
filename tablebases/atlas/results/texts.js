/** What the page of figures says. Its Japanese texts stand beside it, in japanese.json. */

import { addTexts, byLanguage } from "../kit/languages.js";
import JAPANESE from "./japanese.json" with { type: "json" };

/** Key -> the English text. */
export const TEXTS = byLanguage({
  title: "Results",
  heading: "What is known, in figures",
  intro: "All figures are of the full run. Each names the stage and the table that it comes from, and what checks it.",
  how_exact: "exact",
  how_proven: "proven",
  how_found: "found",
  how_sampled: "sampled",
  about_exact: "Every case was searched or counted.",
  about_proven: "A best value, with a proof that no better one exists.",
  about_found: "The best known value; a better one may exist.",
  about_sampled: "From random cases; the value is within the limits with 95 % confidence.",
  figures: "Figures: {puzzle}",
  figure: "Figure",
  value: "Value",
  how: "How sure",
  published: "Published",
  origin: "Where they come from",
  origins: "Where they come from: {puzzle}",
  from: "Stage and table",
  check: "Check",
  sequences: "Integer sequences",
  offset: "First term: n = {offset}",
  chart: "Bars of the terms, from n = {first} to {last}",
  logarithmic: "Heights are logarithms.",
  copyTerms: "Copy the terms",
  copied: "Terms copied.",
  covers: "Fewest theme synonyms that answer all theme sets, by what is called best",
  covers_cover_minimum: "round robin",
  covers_cover_minimum_rank_sum: "sum of ranks",
  covers_cover_minimum_worst_rank: "worst rank",
  covers_cover_minimum_percentile: "percentiles",
  covers_cover_minimum_pareto: "Pareto-optimal",
  chances: "Chance that 13 tiles win, by deck",
  chances_win_chance_all: "whole deck",
  chances_win_chance_AS: "AS",
  chances_win_chance_Princess: "Princess",
  chances_win_chance_Fairy: "Fairy",
  chances_win_chance_Angel: "Angel",
  footer: "An independent fan project; everything here is computed and written for it.",
}, JAPANESE);

addTexts(TEXTS);
