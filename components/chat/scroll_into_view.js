// Scrolls the page to its end, once for each question: a reader who had scrolled up sees what he has just asked.
const scrolled = (globalThis.dossierScrolledFor ??= new Set());

const isScrolled = (element) =>
  element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY);

export default function ({ data, parentElement }) {
  if (scrolled.has(data.id)) return;
  scrolled.add(data.id);
  let element = parentElement;
  while (element && !(element instanceof Element && isScrolled(element))) {
    element = element.parentNode ?? element.host;
  }
  element?.scrollTo({ top: element.scrollHeight });
}
