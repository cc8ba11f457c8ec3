const names = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

/** Whether a key is named like a part of every object (`__proto__`, `constructor`): no field is. */
export function isPrototypeName(key: string): boolean {
  return names.has(key);
}

/** Whether any key at any depth of parsed JSON is. */
export function hasPrototypeName(json: unknown): boolean {
  // A list of what is left instead of recursion: a body can nest deeper than the stack is.
  const left = [json];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && Object.keys(part).some(isPrototypeName)) return true;
    for (const value of Object.values(part)) left.push(value);
  }
  return false;
}
