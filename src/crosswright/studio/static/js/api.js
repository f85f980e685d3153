// Requests to the server. A refusal is an error that carries the server's code and sentence.

export class Refusal extends Error {
  constructor(status, error) {
    super(error.message ?? `The server answered ${status}.`);
    this.status = status;
    this.code = error.code ?? "unknown";
    this.details = error;
  }
}

export class Unreachable extends Error {
  constructor() {
    super("The studio does not answer. Is it still running?");
    this.code = "unreachable";
  }
}

async function request(method, path, body, options = {}) {
  const init = { method, credentials: "same-origin", ...options };
  if (method !== "GET") {
    init.headers = { "Content-Type": "application/json" };
    init.body = JSON.stringify(body ?? {});
  }
  let response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable();
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const data = isJson ? await response.json() : null;
  if (!response.ok) throw new Refusal(response.status, data?.error ?? {});
  return data;
}

const query = (values) => {
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
};

export const path = (...parts) => `/api/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
export const url = (parts, values = {}) => path(...parts) + query(values);

export const get = (parts, values = {}, options = {}) => request("GET", url(parts, values), undefined, options);
export const post = (parts, body, options = {}) => request("POST", path(...parts), body, options);
export const remove = (parts) => request("DELETE", path(...parts), {});
