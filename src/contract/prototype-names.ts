const names = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

/** Whether a key names a member of Object.prototype, such as `__proto__`: guards against prototype pollution. */
export function isPrototypeName(key: string): boolean {
  return names.has(key);
}

/** Whether parsed JSON has such a key at any depth. */
export function hasPrototypeName(json: unknown): boolean {
  // Not recursive: a body can be nested more deeply than the call stack allows.
  const pending = [json];
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (typeof part !== 'object' || part === null) continue;
    if (!Array.isArray(part) && Object.keys(part).some(isPrototypeName)) return true;
    for (const value of Object.values(part)) pending.push(value);
  }
  return false;
}
