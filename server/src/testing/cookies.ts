export function cookieJar() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    /** The Cookie header that the browser sends. */
    headers(): Record<string, string> {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return cookie ? { cookie } : {};
    },
    /** Stores the cookies that an answer sets. */
    keep(answer: Headers): void {
      for (const line of answer.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    },
  };
}
