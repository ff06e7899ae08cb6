/** '1 batch', '1,204 batches'; the plural ends in s unless given. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
