// A drag moves the timeline and opens nothing: the click that a browser adds when the pointer is let go, over the bar
// that moved along with it, does not reach the drawing.
const CHART = "[data-testid=stVegaLiteChart]", FURTHEST_CLICK = 4;

export default function () {
  let pressed = null, dragged = false;
  const press = (event) => {
    pressed = event.isPrimary && event.target.closest?.(CHART) ? event : null;
    dragged = false;
  };
  const move = (event) => {
    if (pressed) dragged ||= Math.hypot(event.clientX - pressed.clientX, event.clientY - pressed.clientY) > FURTHEST_CLICK;
  };
  const release = () => (pressed = null);
  const click = (event) => {
    if (dragged && event.target.closest?.(CHART)) event.stopImmediatePropagation();
    dragged = false;
  };
  const listeners = { pointerdown: press, pointermove: move, pointerup: release, pointercancel: release, click };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, true);
  return () => {
    for (const [type, listener] of Object.entries(listeners)) document.removeEventListener(type, listener, true);
  };
}
