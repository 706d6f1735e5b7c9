// What this browser keeps from visit to visit. Where it may keep nothing, things last as long as the page.

export function kept(name: string): string | null {
  try {
    return localStorage.getItem(`ludex-${name}`);
  } catch {
    return null;
  }
}

export function keep(name: string, text: string) {
  try {
    localStorage.setItem(`ludex-${name}`, text);
  } catch {
    // The browser is full, or told to keep nothing.
  }
}
