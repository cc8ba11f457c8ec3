import '#web/style/fonts.css';
import '#web/style/tokens.css';
import '#web/style/base.css';
import './embed.css';
import { loadSettings } from '#web/api/transport/settings.ts';
import { EmbedFrame } from './embed-frame.ts';
import { onCommand, tell } from './embed-messages.ts';
import { parseEmbedOptions } from './embed-options.ts';

const options = parseEmbedOptions(location.pathname, location.search);
const { address, poolAddress } = options;

if (address === undefined || poolAddress === undefined) {
  const message =
    'This address names no pool. It should be /embed/ADDRESS/POOL, with the addresses of a jetton and of one of its pools.';
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.textContent = message;
  document.body.append(notice);
  tell({ type: 'error', message });
} else {
  // Before the chart is made, which would keep the first question waiting for them. It also says where they fail.
  await loadSettings().catch(() => undefined);
  const frame = new EmbedFrame(document.body, { ...options, address, poolAddress });
  onCommand((wish) => frame.take(wish));
}
