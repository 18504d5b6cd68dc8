/** The views that list towns: the minimum cover and the learning list. */

/** @import {Atlas, BestTown} from "./answers.js" */

import { drawChart } from "./drawing.js";
import { announce, field } from "../kit/controls.js";
import { button, byId, h } from "../kit/dom.js";
import { intro, townItem } from "./parts.js";
import { cardName, counted, number, percent, t } from "./texts.js";

const AT_ONCE = 24;

/** A view with a list, which is drawn when it is first opened. */
class ListView {
  /** @param {Atlas} atlas */
  constructor(atlas) {
    this.atlas = atlas;
  }

  /** @this {CoverView | LearnView} */
  open() {
    if (!this.built) {
      this.show();
    }
  }
}

export class CoverView extends ListView {
  /** The place of the card whose sets are counted; -1 counts all sets. */
  card = -1;
  /** Most towns shown. */
  shown = AT_ONCE;

  /** Builds the view anew, in the language of the moment. */
  build() {
    const { cover, coverBound, sets, themes } = this.atlas;
    const select = h("select", {
      id: "cover-card", onchange: () => {
        this.card = Number(select.value);
        this.shown = AT_ONCE;
        this.show();
        announce(this.count.textContent);
      },
    },
    h("option", { value: -1 }, t("coverAll")),
    ...themes.map((theme, index) => (
      h("option", { value: index, selected: index === this.card }, `${theme.no} ${cardName(theme)}`))));
    /** @type {HTMLElement} */
    this.count = h("p", { class: "quiet" });
    /** @type {HTMLElement} */
    this.list = h("ol", { class: "towns" });
    /** @type {HTMLButtonElement} */
    this.more = button({
      class: "more", onclick: () => {
        const first = this.shown;
        this.shown += AT_ONCE;
        this.show();
        /** @type {HTMLElement} */
        (this.list.children[first].querySelector("a")).focus();
      },
    }, t("more"));
    const proof = coverBound === null ? ""
      : coverBound === cover.length ? t("coverProven") : t("coverBound", { bound: coverBound });
    byId("view-cover").replaceChildren(
      intro("cover-title", t("coverTitle"), t("coverIntro", { n: number(cover.length), sets: number(sets.length), proof })),
      h("div", { class: "tools" }, field(t("coverFilter"), select), this.count),
      this.list, this.more);
    this.built = false;
  }

  show() {
    const { atlas, card } = this;
    const towns = atlas.cover.map((town) => {
      const sets = atlas.setsAnsweredBy(town.pattern);
      return { town, n: card < 0 ? sets.length : sets.filter((set) => set.includes(card)).length };
    }).filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
    this.list.replaceChildren(...towns.slice(0, this.shown).map(({ town, n }, i) => townItem(
      atlas, town.pattern, i + 1, card >= 0 ? t("bestForCard", { n }) : counted("bestFor", "n", n))));
    this.more.hidden = this.shown >= towns.length;
    this.count.textContent = t("coverShown", {
      shown: number(Math.min(this.shown, towns.length)), n: number(towns.length),
    });
    this.built = true;
  }
}

export class LearnView extends ListView {
  /** @param {Atlas} atlas */
  constructor(atlas) {
    super(atlas);
    this.methods = ["optimal", "greedy"].filter((method) => atlas.coverages.has(method));
    this.method = this.methods[0];
    this.most = Math.max(...this.methods.flatMap((method) => [...atlas.coverages.get(method).keys()]));
    this.k = Math.min(10, this.most);
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    const head = intro("learn-title", t("learnTitle"), t("learnIntro"));
    this.built = !this.methods.length;
    if (this.built) {
      byId("view-learn").replaceChildren(head, h("p", { class: "quiet" }, t("learnNone")));
      return;
    }
    const slider = h("input", {
      type: "range", id: "learn-k", min: 1, max: this.most, value: this.k,
      oninput: () => { this.k = Number(slider.value); this.show(); },
    });
    /** @type {HTMLElement} */
    this.output = h("output", { for: "learn-k" });
    const choices = this.methods.map((method) => h("label", { class: "choice" }, h("input", {
      type: "radio", name: "method", value: method, checked: method === this.method,
      onchange: () => { this.method = method; this.show(); },
    }), t(method)));
    /** @type {HTMLElement} */
    this.chart = h("div", { class: "chart-box" });
    /** @type {HTMLElement} */
    this.result = h("p", { class: "result", id: "learn-result" });
    /** @type {HTMLElement} */
    this.proof = h("p", { class: "quiet" });
    /** @type {HTMLElement} */
    this.list = h("ol", { class: "towns" });
    byId("view-learn").replaceChildren(head,
      h("div", { class: "learn-panel panel" },
        h("div", {},
          this.result, this.proof,
          field([t("learnHowMany"), " ", this.output], slider)),
        h("fieldset", {}, h("legend", {}, t("learnMethod")), ...choices),
        this.chart),
      this.list);
  }

  /**
   * The towns, each next one the one that adds most.
   *
   * @param {BestTown[]} towns
   */
  inOrder(towns) {
    const left = towns.map((town) => ({
      town, sets: this.atlas.setsAnsweredBy(town.pattern).map((set) => set.join()),
    }));
    const known = new Set();
    return towns.map(() => {
      const gains = left.map(({ sets }) => sets.filter((set) => !known.has(set)).length);
      const adds = Math.max(...gains);
      const [{ town, sets }] = left.splice(gains.indexOf(adds), 1);
      sets.forEach((set) => known.add(set));
      return { town, adds };
    });
  }

  show() {
    const { atlas, k, method, methods } = this;
    const total = atlas.sets.length;
    const rows = atlas.coverages.get(method);
    const coverage = rows.get(k) ?? rows.get(Math.max(...rows.keys()));
    const bound = Math.min(...methods.map((name) => atlas.coverages.get(name).get(k)?.bound ?? total));
    const sentence = counted("learnResult", "k", k, { n: number(coverage.n), sets: number(total) });
    this.output.textContent = String(k);
    this.result.replaceChildren(h("b", { class: "number" }, percent(coverage.n / total)), sentence);
    this.proof.textContent = coverage.n === bound ? t("learnProven", { k: number(k) })
      : t("learnBound", { k: number(k), bound: number(bound) });
    const series = [method, ...methods.filter((name) => name !== method)].map((name) => ({
      name, points: [[0, 0], ...[...atlas.coverages.get(name)].map(([x, { n }]) => [x, n / total])],
    }));
    const highest = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)));
    this.chart.replaceChildren(drawChart({
      series, maxX: this.most, maxY: Math.min(1, Math.ceil(highest * 5) / 5), at: k,
      label: t("learnChart", { summary: sentence }), xTitle: t("learnX"), yTitle: t("learnY"),
    }));
    this.list.replaceChildren(...this.inOrder(coverage.towns).map(({ town, adds }, i) => (
      townItem(atlas, town.pattern, i + 1, t("learnAdds", { n: adds })))));
    announce(sentence);
    this.built = true;
  }
}
