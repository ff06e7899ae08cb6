import { describe, expect, it } from 'vitest';
import { type CodedTest, collisionsOf } from './collisions.ts';

const named = (name: string) => ({ id: name, name, path: `/x/${name}` });
const coded = (maker: string, compound: string, code = 'T-1'): CodedTest => ({
  code_key: code.toLowerCase(),
  code,
  maker: named(maker),
  compound: named(compound),
  path: `/batches/${maker}/${code}`,
  isOwn: true,
});
const others = (test: CodedTest): CodedTest => ({ ...test, isOwn: false });

describe('the page of a batch reports collisions (one batch code for different products)', () => {
  it('tests of one maker with the same batch code and compound are no collision', () => {
    expect(collisionsOf([coded('a', 'x'), coded('a', 'x'), coded('b', 'x', 'T-2')])).toEqual([]);
  });

  it('two makers that use the same batch code are a collision', () => {
    expect(collisionsOf([coded('b', 'x'), coded('a', 'y')])).toEqual([
      {
        kind: 'makers',
        code: 'T-1',
        maker: null,
        links: [
          { name: 'a, T-1', path: '/batches/a/T-1' },
          { name: 'b, T-1', path: '/batches/b/T-1' },
        ],
      },
    ]);
  });

  it('one maker that uses a batch code for two compounds is a collision', () => {
    expect(collisionsOf([coded('a', 'y'), coded('a', 'x'), coded('a', 'x')])).toMatchObject([
      {
        kind: 'compounds',
        code: 'T-1',
        maker: { name: 'a', path: '/x/a' },
        links: [{ name: 'x' }, { name: 'y' }],
      },
    ]);
  });

  it('the page of a batch reports only collisions of its own tests', () => {
    const theirs = [others(coded('b', 'x')), others(coded('b', 'y'))];
    expect(collisionsOf([coded('a', 'x'), ...theirs]).map(({ kind }) => kind)).toEqual(['makers']);
    expect(collisionsOf([...theirs, others(coded('c', 'x'))])).toEqual([]);
    expect(collisionsOf([coded('b', 'x'), others(coded('b', 'y'))])).toMatchObject([
      { kind: 'compounds', maker: { name: 'b' } },
    ]);
  });

  it('batch codes collide only if their makers are known', () => {
    expect(
      collisionsOf([
        { ...coded('a', 'x'), maker: null },
        { ...coded('b', 'y'), maker: null },
      ]),
    ).toEqual([]);
  });
});
