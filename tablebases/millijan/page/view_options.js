/** The part of the page that says by which units and rules a hand is judged. */

import { press, segments } from "../kit/controls.js";
import { h } from "../kit/dom.js";
import { usesMainIdol } from "./game.js";
import { View } from "./parts.js";
import { t } from "./texts.js";

export class OptionsView extends View {
  /** @returns {HTMLElement[]} the elements, in the language of the moment */
  build() {
    const { session } = this;
    const { lists, rules, mainIdols } = session.known;
    const choose = (choice) => {
      session.choose(choice);
      this.changed.step();
    };
    this.lists = segments(t("unitList"),
      lists.map((list) => ({ id: `units-${list}`, text: t("units", { list }), value: list })),
      (list) => choose({ list }));
    this.rules = segments(t("rules"),
      rules.map((name, i) => ({ id: `rules-${i}`, text: t(`rule${name}`), value: name })),
      (name) => choose({ rules: name }));
    this.select = h("select", {
      id: "main-idol",
      onchange: () => choose({ main: this.select.value === "" ? null : Number(this.select.value) }),
    }, h("option", { value: "" }, t("noMainIdol")), ...mainIdols.map((kind) => {
      const { name, full_name: full } = session.tiles[kind];
      return h("option", { value: kind, lang: "ja" }, name === full ? name : `${name} ${full}`);
    }));
    this.main = h("div", { class: "main-idol" }, h("label", { for: "main-idol" }, t("mainIdol")), this.select);
    this.hint = h("p", { class: "quiet", id: "rules-hint" });
    return [h("div", { class: "choices" }, this.lists, this.rules, this.main), this.hint];
  }

  /** Shows what is chosen. */
  show() {
    const { list, rules, main, known } = this.session;
    press(this.lists.children, ({ id }) => id === `units-${list}`);
    press(this.rules.children, ({ id }) => id === `rules-${known.rules.indexOf(rules)}`);
    this.main.hidden = !usesMainIdol(rules);
    this.select.value = main ?? "";
    this.hint.textContent = [t("hintUnits"), ...(usesMainIdol(rules) ? [t(`hint${rules}`)] : [])].join(" ");
  }
}
