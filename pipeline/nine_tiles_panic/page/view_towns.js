/** The views that list towns: the minimum cover and the learning list. */

import { drawChart } from "./drawing.js";
import { announce } from "./kit/controls.js";
import { byId, h } from "./kit/dom.js";
import { townPicture } from "./parts.js";
import { cardName, number, percent, t } from "./texts.js";

const AT_ONCE = 24;

/** A town of a list, drawn small, which leads to all about it. */
function townItem(atlas, town, place, note) {
  return h("li", {}, h("a", { href: `#town_${town.pattern}`, class: "small-town" },
    townPicture(atlas, town.pattern),
    h("span", { class: "place" }, String(place)), h("span", { class: "note" }, note)));
}

export class CoverView {
  /** @param {import("./answers.js").Atlas} atlas */
  constructor(atlas) {
    this.atlas = atlas;
    this.section = byId("view-cover");
    this.card = -1;
    this.shown = AT_ONCE;
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    const { atlas } = this;
    const { cover, coverBound } = atlas;
    const select = h("select", {
      id: "cover-card",
      onchange: () => {
        this.card = Number(select.value);
        this.shown = AT_ONCE;
        this.show();
        announce(this.count.textContent);
      },
    },
    h("option", { value: -1 }, t("coverAll")),
    ...atlas.themes.map((theme, index) => h("option", {
      value: index, selected: index === this.card,
    }, `${theme.no} ${cardName(theme)}`)));
    this.count = h("p", { class: "quiet" });
    this.list = h("ol", { class: "towns" });
    this.more = h("button", {
      type: "button", class: "more",
      onclick: () => {
        const first = this.shown;
        this.shown += AT_ONCE;
        this.show();
        this.list.children[first].querySelector("a").focus();
      },
    }, t("more"));
    const proof = coverBound === null ? ""
      : coverBound === cover.length ? t("coverProven") : t("coverBound", { bound: coverBound });
    this.section.replaceChildren(
      h("div", { class: "intro" },
        h("h1", { id: "cover-title" }, t("coverTitle")),
        h("p", {}, `${t("coverIntro", {
          n: number(cover.length), sets: number(atlas.sets.length),
        })} ${proof}`)),
      h("div", { class: "tools" },
        h("div", { class: "field" },
          h("label", { for: "cover-card" }, t("coverFilter")), select),
        this.count),
      this.list, this.more);
    this.built = false;
  }

  /** Shows the list, which is drawn only when somebody comes to see it. */
  open() {
    if (!this.built) {
      this.show();
    }
  }

  show() {
    const { atlas, card } = this;
    const counted = atlas.cover.map((town) => {
      const sets = atlas.setsAnsweredBy(town.pattern);
      return { town, n: sets.filter((set) => card < 0 || set.includes(card)).length };
    });
    const towns = counted.filter(({ n }) => n > 0).sort((a, b) => b.n - a.n);
    const key = card < 0 ? "bestFor" : "bestForCard";
    this.list.replaceChildren(...towns.slice(0, this.shown).map(({ town, n }, i) => townItem(
      atlas, town, i + 1, n === 1 && card < 0 ? t("bestForOne") : t(key, { n }),
    )));
    this.more.hidden = this.shown >= towns.length;
    this.count.textContent = t("coverShown", {
      shown: number(Math.min(this.shown, towns.length)), n: number(towns.length),
    });
    this.built = true;
  }
}

export class LearnView {
  /** @param {import("./answers.js").Atlas} atlas */
  constructor(atlas) {
    this.atlas = atlas;
    this.section = byId("view-learn");
    this.methods = ["optimal", "greedy"].filter((method) => atlas.coverages.has(method));
    this.method = this.methods[0];
    this.k = 10;
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    const intro = h("div", { class: "intro" },
      h("h1", { id: "learn-title" }, t("learnTitle")), h("p", {}, t("learnIntro")));
    if (!this.methods.length) {
      this.section.replaceChildren(intro, h("p", { class: "quiet" }, t("learnNone")));
      return;
    }
    this.most = Math.max(...this.methods.flatMap((m) => [...this.atlas.coverages.get(m).keys()]));
    this.k = Math.min(this.k, this.most);
    const slider = h("input", {
      type: "range", id: "learn-k", min: 1, max: this.most, value: this.k,
      oninput: () => { this.k = Number(slider.value); this.show(); },
    });
    this.output = h("output", { for: "learn-k" });
    const choices = this.methods.map((method) => h("label", { class: "choice" }, h("input", {
      type: "radio", name: "method", value: method, checked: method === this.method,
      onchange: () => { this.method = method; this.show(); },
    }), t(method)));
    this.chart = h("div", { class: "chart-box" });
    this.result = h("p", { class: "result", id: "learn-result" });
    this.proof = h("p", { class: "quiet" });
    this.list = h("ol", { class: "towns" });
    this.section.replaceChildren(intro,
      h("div", { class: "learn-panel panel" },
        h("div", {},
          h("div", { class: "field" },
            h("label", { for: "learn-k" }, t("learnHowMany"), " ", this.output), slider),
          h("fieldset", {}, h("legend", {}, t("learnMethod")), ...choices),
          this.result, this.proof),
        this.chart),
      this.list);
    this.built = false;
  }

  /** Shows the list, which is drawn only when somebody comes to see it. */
  open() {
    if (this.methods.length && !this.built) {
      this.show();
    }
  }

  /** The towns in the order in which they add most. */
  inOrder(towns) {
    const left = towns.map((town) => ({
      town, sets: this.atlas.setsAnsweredBy(town.pattern).map((set) => set.join()),
    }));
    const known = new Set();
    const ordered = [];
    while (left.length) {
      const gains = left.map(({ sets }) => sets.filter((set) => !known.has(set)).length);
      const best = gains.indexOf(Math.max(...gains));
      const [{ town, sets }] = left.splice(best, 1);
      sets.forEach((set) => known.add(set));
      ordered.push({ town, adds: gains[best] });
    }
    return ordered;
  }

  show() {
    const { atlas, k, method } = this;
    const total = atlas.sets.length;
    const rows = atlas.coverages.get(method);
    const coverage = rows.get(k) ?? rows.get(Math.max(...rows.keys()));
    const bounds = this.methods.map((m) => atlas.coverages.get(m).get(k)?.bound ?? total);
    const bound = Math.min(...bounds);
    this.output.textContent = String(k);
    const values = {
      k, n: number(coverage.n), sets: number(total), share: percent(coverage.n / total),
    };
    const sentence = t(k === 1 ? "learnResultOne" : "learnResult", values);
    this.result.textContent = sentence;
    this.proof.textContent = coverage.n === bound ? t("learnProven", { k: number(k) })
      : t("learnBound", { k: number(k), bound: number(bound) });
    const series = [method, ...this.methods.filter((m) => m !== method)].map((name) => ({
      name, points: [[0, 0], ...[...atlas.coverages.get(name)].map(([x, { n }]) => [x, n / total])],
    }));
    const highest = Math.max(...series.flatMap(({ points }) => points.map(([, y]) => y)));
    this.chart.replaceChildren(drawChart({
      series, maxX: this.most, maxY: Math.min(1, Math.ceil(highest * 5) / 5), at: k,
      label: t("learnChart", { summary: sentence }), xTitle: t("learnX"), yTitle: t("learnY"),
    }));
    this.list.replaceChildren(...this.inOrder(coverage.towns).map(({ town, adds }, i) => townItem(
      atlas, town, i + 1, t("learnAdds", { n: adds }),
    )));
    announce(sentence);
    this.built = true;
  }
}
