/** The view to build a town, or paste a pattern, and see its scores. */

/**
 * @import {Atlas} from "./answers.js"
 * @import {Verdict} from "./view_verdict.js"
 */

import { drawTown } from "./drawing.js";
import { PatternEditor } from "./editor.js";
import { actionRow, pictureButton, shareButton } from "../kit/controls.js";
import { byId, h } from "../kit/dom.js";
import { copyPattern, intro, TOWN } from "./parts.js";
import { t } from "./texts.js";

export class BuildView {
  /**
   * @param {Atlas} atlas
   * @param {Verdict} verdict hears of every change of the town
   * @param {(pattern: string) => void} noteAddress writes the pattern into the address
   */
  constructor(atlas, verdict, noteAddress) {
    this.atlas = atlas;
    this.verdict = verdict;
    this.noteAddress = noteAddress;
    this.editor = new PatternEditor(atlas.game, () => this.changed());
  }

  /** Builds the view anew, in the language of the moment. */
  build() {
    const { editor, verdict } = this;
    const verdictPart = verdict.build();
    byId("view-build").replaceChildren(
      intro("build-title", t("buildTitle"), t("buildIntro")),
      h("div", { class: "build" }, verdict.buildCards(), verdict.why.said, editor.build()));
    editor.here.after(verdict.finishing);
    editor.keys.before(verdictPart);
    editor.element.append(
      actionRow(copyPattern(() => editor.pattern), shareButton(() => location.href, "share-town"),
        pictureButton(() => this.picture(), "share-picture")));
    editor.board.append(verdict.why.layer);
  }

  /** The town to share, also if tiles are missing. */
  picture() {
    const { editor: { pattern, tiles }, atlas: { game } } = this;
    return { title: t("townTitle", { pattern }), lines: [], place: TOWN + pattern, drawing: drawTown({ game, tiles }, "") };
  }

  /**
   * Shows the view, with the pattern of the address if it has one.
   *
   * @param {string} hash
   */
  open(hash) {
    const { editor } = this;
    const pattern = hash.startsWith(TOWN) ? hash.slice(TOWN.length) : editor.pattern;
    if (pattern === editor.pattern) {
      this.changed();
    } else {
      editor.field.value = pattern;
      editor.read(pattern);
    }
  }

  changed() {
    const { editor: { problem, tiles, faults, pattern }, atlas: { game }, verdict } = this;
    if (problem) {
      verdict.complain(problem);
      return;
    }
    verdict.show({ game, tiles }, faults);
    this.noteAddress(pattern);
  }
}
