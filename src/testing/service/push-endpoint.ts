import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { AlertNotification } from '#contract/format/alert-text.ts';
import type { EndpointNetwork } from '#service/alerts/send-messages.ts';

/** Of localhost, for tests only. Valid until 2126. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg10/Mjfp8DK+HEkCu
T9SCAxqnSt+ziRuImHOv47zZvmahRANCAASOFuCWPUIhBVIl/HZ6JvNw/KD286q1
obs0I+k+wk4G8itehxl5mRNLCnELiNVAOPuj1xop/03l49sEyx2rx7vV
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUG1I6Wis38ZFEobtmOB9Srgqs1hcwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNjIyNTQwOVoYDzIxMjYxMTAy
MjI1NDA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASOFuCWPUIhBVIl/HZ6JvNw/KD286q1obs0I+k+wk4G8itehxl5mRNL
CnELiNVAOPuj1xop/03l49sEyx2rx7vVo2kwZzAdBgNVHQ4EFgQU7vcvn6JQgTRS
GRc52NTuCHJrBw8wHwYDVR0jBBgwFoAU7vcvn6JQgTRSGRc52NTuCHJrBw8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgfBaM0jUhc3XT7WQ1bn/bMYdfO0UA1WyHWQL6GkGh7OQCIBHSWbnOeVH/
fmwyOGvk7gZYk1bNqAUvbfr3jud8/Wjp
-----END CERTIFICATE-----`;

/** What a browser subscribes with, and what decrypts its messages. */
export interface TestBrowser {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly auth: string;
  readonly decrypt: (body: Buffer) => AlertNotification;
}

let browsers = 0;

/** A browser with its own endpoint. */
export function createBrowser(): TestBrowser {
  const keys = createECDH('prime256v1');
  const publicKey = keys.generateKeys();
  const auth = randomBytes(16);
  browsers += 1;
  return {
    endpoint: `https://localhost/send/${browsers}`,
    publicKey: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    // RFC 8291, 3.4, and RFC 8188, 2.1 to 2.3: one record.
    decrypt: (body) => {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body.readUInt8(20));
      const encrypted = body.subarray(21 + sender.length);
      const derive = (secret: Uint8Array, from: Uint8Array, info: string | Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length));
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
      const secret = derive(keys.computeSecret(sender), auth, info, 32);
      const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
      const decipher = createDecipheriv('aes-128-gcm', key, nonce);
      decipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

interface ReceivedMessage {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
}

export interface PushService {
  readonly received: readonly ReceivedMessage[];
  /** Status of the responses; 0 closes the connection without one. */
  status: number;
  readonly network: EndpointNetwork;
  readonly close: () => Promise<void>;
}

/** Starts a push service on this machine, which is at the endpoints of browsers. */
export async function startPushService(): Promise<PushService> {
  const received: ReceivedMessage[] = [];
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const { url: path = '', headers } = request;
    void buffer(request).then((body) => {
      received.push({ path, headers, body });
      if (service.status === 0) request.socket.destroy();
      else response.writeHead(service.status).end();
    });
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const policy = { allowsAddress: () => true, allowsPort: () => true };
  const service: PushService = {
    received,
    status: 201,
    network: { policy, port, ca: CERTIFICATE },
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
}
