// Which view an address means: / is the library, /series the seasons, /documents/ID/VIEW a document.

const VIEWS = ["editor", "clues", "words", "play", "export"];

export class Router {
  constructor(show) {
    this.show = show;
    window.addEventListener("popstate", () => this.read());
    document.addEventListener("click", (event) => this.onClick(event));
  }

  read() {
    const match = location.pathname.match(/^\/documents\/([^/]+)(?:\/([a-z]+))?\/?$/);
    if (!match) { this.id = null; this.view = location.pathname === "/series" ? "series" : "library"; }
    else { this.id = decodeURIComponent(match[1]); this.view = VIEWS.includes(match[2]) ? match[2] : "editor"; }
    this.show(this.id, this.view);
  }

  address(id, view) { return view === "editor" ? `/documents/${id}` : `/documents/${id}/${view}`; }

  go(address) {
    if (address !== location.pathname) history.pushState(null, "", address);
    this.read();
  }

  toDocument(id) { this.go(this.address(id, "editor")); }

  toView(view) { if (this.id) this.go(this.address(this.id, view)); }

  onClick(event) {
    const link = event.target.closest?.("a[href]");
    const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !isPlain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
    const target = new URL(link.href, location.href);
    if (target.origin !== location.origin || !/^\/(documents\/.*|series)?$/.test(target.pathname) || target.hash) return;
    event.preventDefault();
    this.go(target.pathname);
  }
}
