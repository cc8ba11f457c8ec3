import '#web/style/fonts.css';
import '#web/style/tokens.css';
import '#web/style/base.css';
import './embed.css';
import { loadConnection } from '#web/api/client/settings.ts';
import { EmbedFrame } from './embed-frame.ts';
import { onCommand, parseEmbedOptions, postToHost } from './embed-options.ts';

const options = parseEmbedOptions(location.pathname, location.search);
const { address, poolAddress } = options;
const main = document.querySelector('main') ?? document.body;
document.querySelector('#old-browser')?.remove();

if (address === undefined || poolAddress === undefined) {
  const message = 'Invalid embed URL. Expected /embed/JETTON/POOL';
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.textContent = message;
  main.append(notice);
  postToHost({ type: 'error', message });
} else {
  // Loaded before the chart is created, so that its first request can start at once. Errors are reported by that request.
  const frame = loadConnection()
    .catch(() => undefined)
    .then(() => new EmbedFrame(main, { ...options, address, poolAddress }));
  // The host may send commands as soon as the document has loaded.
  onCommand((command) => void frame.then((created) => created.handle(command)));
}
