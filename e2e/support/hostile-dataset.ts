const address = (index: number) => `0:${index.toString(16).padStart(64, '0')}`;

const names = [
  '<script>globalThis.ran = 1</script>',
  '<img src=x onerror="globalThis.ran = 1">',
  '"><svg onload=globalThis.ran=1>',
  '{{constructor.constructor("globalThis.ran=1")()}}',
  '\u202Egnp.tidderuces\u202C',
  'USD\u200B\u200D\u2060\uFEFFT',
  '\u3164\u200B\u2800',
  'Z\u0335\u0336\u0337\u0338\u0339\u033A\u033B\u033C\u033D'.repeat(8),
  'W'.repeat(300),
  'شكرا قطة',
  '👩‍👩‍👧 family',
  'line one\nline two\ttab\u0000nul',
  '__proto__',
];

const images = [
  'javascript:globalThis.ran=1',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.ran=1"/>',
  'http://127.0.0.1:1/reboot',
  'https://192.168.0.1/reboot',
  'https://[::1]/x.png',
  'http://localhost/x.png',
  'file:///etc/passwd',
  '//pictures.example/relative.png',
  'https://user:secret@pictures.example/x.png',
  'ipfs://../../../x',
  '<https://pictures.example/67.png',
  'https://pictures.example/good.png',
  'http://pictures.example/plain.png',
];

const links = [
  'javascript:globalThis.ran=1',
  'JaVa\tScRiPt:globalThis.ran=1',
  'data:text/html,<script>globalThis.ran=1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'https://tether.to@evil.example/',
  'https://site.example/claim',
  'tg://resolve?domain=chat',
];

const jettons = names.map((name, index) => ({
  address: address(index + 1),
  name,
  symbol: name.slice(0, 40),
  description: name,
  image: images[index % images.length],
  websites: links,
  social: links,
  verification: index % 4 === 3 ? 'JVS_VERIFIED' : 'JVS_NONE',
  totalSupply: '9'.repeat(77),
  holdersCount: '9223372036854775807',
  trustScore: index,
}));

/** A malicious dataset: every text, image and link is an attack or an edge case. */
export const hostileDataset = { 'jettons.json': JSON.stringify(jettons) };

export const hostileCount = names.length;
