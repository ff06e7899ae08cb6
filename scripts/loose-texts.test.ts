import { expect, test } from 'vitest';
import { readSource } from './source-facts.ts';

const isLoose = (markup: string) =>
  readSource('web/app/ui/part.tsx', `const Part = () => ${markup};`).looseTexts.length > 0;

test('the rule reports a JSX text that is made of several pieces, and accepts one string', () => {
  for (const markup of [
    '<legend>Line {number}</legend>',
    '<p>{words[kind]} The picture stays here.</p>',
    '<p>\n  The same: {same.join(", ")}.\n</p>',
    '<p>Peak {place + 1}</p>',
  ])
    expect([markup, isLoose(markup)]).toEqual([markup, true]);
  for (const markup of [
    `<legend>{${'`Line $'}{number}${'`'}}</legend>`,
    '<p>{words[kind]}</p>',
    '<p>All of it stays here.</p>',
    '<p>{first} {second}</p>',
    '<p>Who: {children}</p>',
    '<ul>Lines: {lines.map(draw)}</ul>',
  ])
    expect([markup, isLoose(markup)]).toEqual([markup, false]);
});

test('the rule reports a JSX text beside an optional element, and accepts a text inside its own element', () => {
  for (const markup of [
    '<p>Saved {isOld ? <em>long ago</em> : null}</p>',
    '<p>{count > 1 ? "many" : "one"} of <b>all</b></p>',
    '<>{isOpen ? <>Open <b>now</b></> : null}</>',
  ])
    expect([markup, isLoose(markup)]).toEqual([markup, true]);
  for (const markup of [
    '<p><span>Saved</span> {isOld ? <em>long ago</em> : null}</p>',
    '<p><span>{count > 1 ? "many" : "one"}</span> of <b>all</b></p>',
  ])
    expect([markup, isLoose(markup)]).toEqual([markup, false]);
});
