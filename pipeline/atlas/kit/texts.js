/** What every page says, in English and Japanese; a page adds its own texts. */

/** Language -> key -> text with {gaps}. */
export const TEXTS = {
  en: {
    skip: "Skip to the content",
    pages: "Pages",
    dark: "Dark colours",
    language: "Language",
    loading: "Loading the data",
    loadError: "The data could not be loaded ({error}). This page needs a web server, for example: python -m http.server",
    share: "Copy link",
    shared: "Link copied.",
    copy: "Copy",
    copyFailed: "The browser did not allow copying.",
  },
  ja: {
    skip: "本文へ",
    pages: "ページ",
    dark: "暗い配色",
    language: "言語",
    loading: "データを読み込んでいます",
    loadError: "データを読み込めませんでした（{error}）。ウェブサーバーが必要です。例：python -m http.server",
    share: "リンクをコピー",
    shared: "リンクをコピーしました。",
    copy: "コピー",
    copyFailed: "ブラウザーがコピーを許可しませんでした。",
  },
};
