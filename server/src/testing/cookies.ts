/** The cookies of one browser. */
export function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    /** What the browser sends along. */
    headers(): Record<string, string> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return cookie ? { cookie } : {};
    },
    /** Keeps and forgets what an answer says. */
    keep(answer: Headers): void {
      for (const line of answer.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}
