// List and chart are two components on one page: what is looked at, picked or dragged in one is told to the other.

const LINK = (globalThis.dossierTunerLink ??= new EventTarget());

function tell(what, detail) {
  LINK.last = { ...LINK.last, [what]: detail };
  LINK.dispatchEvent(new CustomEvent(what, { detail }));
}

// Returns a function that ends it.
function listen(handlers) {
  const heard = Object.entries(handlers).map(([what, handle]) => [what, (event) => handle(event.detail)]);
  for (const [what, handle] of heard) LINK.addEventListener(what, handle);
  return () => heard.forEach(([what, handle]) => LINK.removeEventListener(what, handle));
}

// What was told last, for the component that came too late to hear it.
function lastTold(what) {
  return LINK.last?.[what] ?? null;
}
