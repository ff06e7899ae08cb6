import { createServer, type Server, type Socket } from 'node:net';

/** `text` is the whole mail with its headers. */
export type Delivered = { to: string; subject: string; messageId: string; text: string };

const headerOf = (mail: string, name: string) =>
  new RegExp(`^${name}:(.*(?:\r\n[ \t].*)*)`, 'im')
    .exec(mail)?.[1]
    ?.replace(/\r\n[ \t]+/g, ' ')
    .trim() ?? '';

/** Talks SMTP with one client, without TLS, and accepts every mail. */
function converse(socket: Socket, delivered: Delivered[]): void {
  let [rest, to, isData] = ['', '', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const ends = () => (isData ? '\r\n.\r\n' : '\r\n');
  socket.setEncoding('utf8').on('error', () => undefined);
  say('220 test ready');
  socket.on('data', (chunk) => {
    rest += chunk;
    for (let end = rest.indexOf(ends()); end >= 0; end = rest.indexOf(ends())) {
      const text = rest.slice(0, end);
      rest = rest.slice(end + ends().length);
      if (isData) {
        const [subject, messageId] = [headerOf(text, 'Subject'), headerOf(text, 'Message-ID')];
        delivered.push({ to, subject, messageId, text });
        isData = false;
        say('250 taken');
        continue;
      }
      if (/^STARTTLS$/i.test(text)) {
        say('502 no TLS here');
        continue;
      }
      to = /^RCPT TO:<(.*?)>/i.exec(text)?.[1] ?? to;
      isData = /^DATA$/i.test(text);
      say(isData ? '354 go on' : '250 fine');
    }
  });
}

/** A mail server for tests. While it is down, it refuses every connection; it starts as down. */
export async function mailSink() {
  const delivered: Delivered[] = [];
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  const open = (port: number) =>
    new Promise<number>((resolve) => {
      const opened = createServer((socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
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
  return { url: `smtp://127.0.0.1:${port}`, delivered, comeBack: () => open(port), goAway: close };
}
