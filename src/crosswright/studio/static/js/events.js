// The event stream of a tab: closed while the tab is hidden, opened again when it is seen.

export class Events {
  constructor(path, handlers) {
    this.path = path;
    this.handlers = handlers;
    this.onVisibility = () => (document.hidden ? this.pause() : this.open());
    document.addEventListener("visibilitychange", this.onVisibility);
    this.open();
  }

  open() {
    if (this.source || document.hidden) return;
    const source = new EventSource(this.path);
    this.source = source;
    source.addEventListener("open", () => this.handlers.connected?.(true));
    source.addEventListener("error", () => {
      this.handlers.connected?.(false);
      if (source.readyState === EventSource.CLOSED && this.source === source) {
        this.source = null;
        this.retry = setTimeout(() => this.open(), 2000);
      }
    });
    for (const [name, handle] of Object.entries(this.handlers)) {
      if (name !== "connected") source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
  }

  pause() {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  close() {
    document.removeEventListener("visibilitychange", this.onVisibility);
    this.pause();
  }
}
