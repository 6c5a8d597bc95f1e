// What the keyboard has its hands on: the element with the focus, whatever shadow it stands in; at the end of the walk
// also the controls that it has not come to.
(isOver) => {
  const walk = (window.__walk ??= { number: 0, last: null });
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const before = walk.last;
  walk.last = element === document.body ? null : element;
  return {
    current: walk.last && { id: numbered(walk.last), name: named(walk.last), look: look(walk.last) },
    before: before && { name: named(before), look: look(before) },
    left: isOver && [...controls(document)].filter((control) => !control.__number).map(named),
  };

  function numbered(element) {
    return (element.__number ??= ++walk.number);
  }

  function named(element) {
    const said = element.getAttribute("aria-label") || element.innerText || element.placeholder || element.dataset.testid || "";
    return `${element.tagName.toLowerCase()} “${said.trim().slice(0, 60)}”`;
  }

  // How it and what frames it are drawn: that must change with the focus.
  function look(element) {
    const parts = [];
    for (let part = element, depth = 0; part && part !== document.body && depth < 5; depth++) {
      const { outlineStyle, outlineColor, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
      parts.push(outlineStyle === "none" ? "" : outlineColor, boxShadow, borderColor, backgroundColor);
      part = part.parentElement ?? part.getRootNode().host;
    }
    return parts.join("|");
  }

  // Of a group of which one is chosen, the keyboard reaches that one, and from it the others by its arrows. A table's own
  // tools come up before it while it has the focus: Shift + Tab leads to them.
  function* controls(root) {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) yield* controls(element.shadowRoot);
      const isControl = element.matches("a[href], button, input, select, textarea, summary, [tabindex]") && element.tabIndex >= 0;
      const isArrowed = element.closest("[role=radiogroup], [role=toolbar][data-orientation], [role=tablist], [data-testid=stElementToolbar]");
      if (isControl && !isArrowed && !element.disabled && !element.closest("[inert]") && isSeen(element)) yield element;
    }
  }

  function isSeen(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }
};
