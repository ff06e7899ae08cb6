import { randomInt } from 'node:crypto';

const MANNERS =
  'Amber Brisk Calm Clear Copper Coral Crisp Dusky Early Fair Fleet Gentle Golden Hazel Indigo Ivory Jade Keen Late Light Lucid Merry Misty Noble Olive Opal Pale Plain Quiet Rapid Rosy Ruby Sable Silver Sound Steady Still Sunny Swift Teal Tidy Umber Vivid Warm Wide Willow Windy Wise'.split(
    ' ',
  );
const BIRDS =
  'Avocet Bittern Bunting Crane Curlew Dipper Dotterel Dove Dunlin Egret Falcon Finch Godwit Goshawk Grebe Gull Harrier Heron Hobby Ibis Jay Kestrel Kite Knot Lapwing Lark Linnet Martin Merlin Osprey Ouzel Owl Petrel Pipit Plover Puffin Quail Rail Raven Redstart Robin Rook Ruff Sanderling Shrike Siskin Skua Snipe Starling Stilt Stork Swan Swift Teal Tern Thrush Turnstone Wagtail Warbler Wheatear Whimbrel Wren'.split(
    ' ',
  );

/** A display name that tells nothing about its bearer, such as 'Quiet Heron 4821'. */
export function newPseudonym(): string {
  return `${pick(MANNERS)} ${pick(BIRDS)} ${randomInt(1000, 10_000)}`;
}

function pick(words: string[]): string {
  return words[randomInt(words.length)] ?? 'Plain';
}
