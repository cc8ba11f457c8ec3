import { createServer } from 'node:http';

const server = createServer((_request, response) => {
  response.end('{"status":"ok"}');
});
server.listen(Number(process.env.PORT ?? 8080), process.env.HOST ?? '127.0.0.1');
process.once('SIGTERM', () => server.close());
