// Keeps a copy of the page that opens without a network. Everything comes from the network first, so that a new version is
// never delayed; the copy is only used if that fails. Responses of the API and images are neither read nor stored.
const base = new URL(registration.scope).pathname;
/** Other applications may have caches on this origin. */
const prefix = `jetscope ${base}`;

/** Paths of the page's own files. Names of assets contain a hash of their content. */
function isOwnFile(pathname) {
  const path = pathname.slice(base.length);
  return /^(|config\.json|first-paint\.js|old-browser\.js|favicon\.svg|assets\/[\w.-]+)$/.test(path);
}

/** Paths of the dashboard, which all have the same document. */
function isPage(pathname) {
  return /^($|jetton\/|(watchlist|compare|device|paper|new|charts|alerts)\/?$)/.test(
    pathname.slice(base.length),
  );
}

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || !pathname.startsWith(base)) return;
  const isNavigation = request.mode === 'navigate';
  if (isNavigation ? isPage(pathname) : isOwnFile(pathname))
    event.respondWith(load(event, isNavigation ? base : pathname));
});

async function load(event, stored) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const response = await caches.match(stored);
    if (response) return response;
    throw error;
  }
}

// Pages report the files that they have loaded, and the script that starts them, whose name differs between versions.
addEventListener('message', (event) => event.waitUntil(store(event.data)));

async function store({ version, urls }) {
  const paths = urls.map((url) => new URL(url, location.href).pathname).filter(isOwnFile);
  const name = prefix + version;
  const isComplete = paths.includes(base);
  // Another page has a newer version.
  if (!isComplete && !(await caches.has(name))) return;
  const responses = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(path);
      if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
      return [path, response];
    }),
  );
  const document = responses.find(([path]) => path === base)?.[1];
  // A newer version was deployed, or a login page of the network is in the way.
  if (document && !(await document.clone().text()).includes(version)) return;
  const cache = await caches.open(name);
  await Promise.all(responses.map(([path, response]) => cache.put(path, response)));
  if (!isComplete) return;
  const former = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== name);
  await Promise.all(former.map((other) => caches.delete(other)));
}

// Alerts that the service has evaluated. Tabs add them to the history.
addEventListener('push', (event) => event.waitUntil(show(event.data?.json())));

async function show({ title, body, tag, path }) {
  await callTabs();
  await registration.showNotification(title, { body, tag, data: { path } });
}

/** Tabs exchange alerts and what they have reported with the service. */
async function callTabs() {
  // Tabs that were open before this worker are not controlled by it.
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  for (const tab of tabs) tab.postMessage('alert');
}

// The browser or its push service has ended a subscription, for example because it expired.
addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)));

async function renewSubscription({ oldSubscription, newSubscription }) {
  if (!newSubscription && oldSubscription) await registration.pushManager.subscribe(oldSubscription.options);
  await callTabs();
}

// Notifications of alerts. Tabs that are open are reused.
addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path));
});

async function openPage(path) {
  const url = new URL(typeof path === 'string' && path.startsWith('/') ? path : '/alerts', location.origin);
  const [tab] = await clients.matchAll({ type: 'window' });
  if (!tab) return clients.openWindow(url);
  await tab.focus();
  await tab.navigate(url);
}
