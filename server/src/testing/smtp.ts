import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export type Delivered = { to: string; subject: string; messageId: string };

const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(mail)?.[1]?.replace(/\r\n[ \t]+/g, ' ') ?? '';

/** One conversation: takes every mail it is given. */
function converse(socket: Socket, delivered: Delivered[]): void {
  let [rest, to, isData] = ['', '', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const ends = () => (isData ? '\r\n.\r\n' : '\r\n');
  socket.setEncoding('utf8').on('error', () => undefined);
  say('220 test ready');
  socket.on('data', (chunk) => {
    rest += chunk;
    for (let end = rest.indexOf(ends()); end >= 0; end = rest.indexOf(ends())) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + ends().length);
      if (isData) {
        delivered.push({ to, subject: headerOf(line, 'Subject'), messageId: headerOf(line, 'Message-ID') });
        isData = false;
        say('250 taken');
        continue;
      }
      to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to;
      isData = /^DATA$/i.test(line);
      say(isData ? '354 go on' : '250 fine');
    }
  });
}

/** A mail server on loopback whose port refuses every connection while it is away; it begins away. */
export async function mailServer() {
  const delivered: Delivered[] = [];
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const open = (port: number) =>
    new Promise<number>((resolve) => {
      const opened = createServer((socket) => {
        sockets.add(socket);
        converse(socket, delivered);
      });
      server = opened.listen(port, '127.0.0.1', () => {
        const address = opened.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
  const close = () =>
    new Promise<void>((resolve) => {
      if (!server) return resolve();
      for (const socket of sockets) socket.destroy();
      server.close(() => resolve());
      server = undefined;
    });
  const port = await open(0);
  await close();
  onTestFinished(close);
  return { url: `smtp://127.0.0.1:${port}`, delivered, comeBack: () => open(port), goAway: close };
}
