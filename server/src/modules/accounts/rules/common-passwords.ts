/*
 * Frequent passwords of public lists that the other rules would allow: words with additions ('Summer2024!') and
 * keyboard patterns, in small letters.
 */

const words = (text: string) => new Set(text.split(/\s+/).filter(Boolean));

/** Words that are easy to guess, even with capitals, digits and signs. */
export const COMMON_STEMS: ReadonlySet<string> = words(`
  password passwort passw passwd pass passe motdepasse contrasena senha parola parol haslo lozinka salasana
  admin administrator root user username guest login signin welcome willkommen bienvenue hello secret private
  changeme letmein access default temp temporary test tester testing testtest demo example sample system server
  security secure computer internet windows microsoft google facebook instagram twitter linkedin youtube myspace
  samsung apple iphone android nokia motorola logitech compaq gateway database master manager support service
  office company business account bank money cash dollar bitcoin crypto wallet
  laboratory lab peptide peptides vial certificate analysis
  qwerty qwertz azerty asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qwertyuiop qazwsx qazwsxedc qweasd qweasdzxc qwaszx
  abc abcd abcde abcdef abcdefg abcabc aaa aaaa aaaaaa qqqq zzzz xxxx asd zxc qwe qweqwe asdasd asdfasdf qwert qwer
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december spring summer autumn winter fall season easter christmas halloween birthday
  love iloveyou loveyou loveme lovely lover iloveu mylove baby babygirl babyboy princess prince king queen angel angels
  sunshine rainbow flower butterfly happy smile sweet sweety honey heaven heart forever friend friends family
  mother father daddy mommy mama papa brother sister children football soccer baseball basketball hockey tennis
  golf golfer cricket rugby softball volleyball liverpool chelsea arsenal manchester united everton barcelona madrid
  realmadrid juventus bayern yankees lakers cowboys steelers eagles packers raiders redsox broncos dolphins patriots
  dragon monkey tiger tigers lion bear wolf eagle falcon panther cougar shark horse horses dog cat kitty kitten puppy
  bunny rabbit turtle elephant dolphin penguin fish chicken turkey buffalo bulldog spider scorpion snake raptor phoenix
  shadow killer hunter ranger ninja samurai warrior soldier sniper marine marines police fireman captain pirate viking
  batman superman spiderman ironman hulk avengers marvel starwars startrek skywalker matrix gandalf hobbit pokemon
  pikachu naruto minecraft fortnite roblox nintendo playstation xbox warcraft diablo zelda mario sonic player gamer
  trustno nothing whatever anything something everything nobody unknown trouble danger freedom liberty justice peace
  power magic mystery genius legend hero champion winner victory success super awesome amazing fantastic cool
  mustang corvette camaro porsche ferrari mercedes toyota honda yamaha suzuki kawasaki harley ducati nissan audi bmw
  london paris berlin newyork chicago boston dallas houston denver austin miami vegas lasvegas texas florida california
  arizona montana colorado michigan georgia carolina virginia hawaii alaska america england scotland ireland canada
  australia germany france italy spain brazil mexico russia india pakistan china japan korea
  michael jennifer jordan michelle andrew charlie robert thomas daniel george jessica joshua amanda ashley nicole
  matthew william martin heather anthony justin patrick richard samantha jackson joseph andrea melissa hannah brandon
  chester johnny edward oliver rachel charles chris steven victoria natasha jasmine james lauren angela madison
  alexander alexandra alexis benjamin jason calvin sydney gordon jessie stella arthur rebecca garfield shelby walter
  donald louise gabriel nelson spencer scott peter samuel steve christian christopher kimberly sharon kristina sabrina
  marcus brian caroline barbara vanessa billy stephen gregory pamela stanley courtney kevin patricia teresa anderson
  melanie denise vincent olivia douglas kelly veronica natalie marley allison marshall adrian howard franklin homer
  claudia antonio francis brittany jimmy norman jeffrey timothy connor karina molly alicia sarah madonna claire zachary
  russell jesus christ elizabeth eric david john jack mark paul frank simon tommy bobby peter maria anna laura emma
  diamond silver golden gold purple orange yellow green blue black white red pink crystal ginger pepper cookie cheese
  banana apples cherry peanut popcorn chocolate coffee vanilla butter candy sugar pumpkin muffin pizza beer vodka whiskey
  guitar music dancer drummer metallica nirvana eminem beatles blink elvis rock hiphop piano
  thunder lightning storm snow winter fire water ocean river mountain forest garden nature earth moon star stars sun
  midnight darkness night morning galaxy saturn jupiter mercury apollo genesis phantom ghost zombie vampire monster demon
  snoopy mickey minnie disney tigger winnie scooby scooter buster buddy bailey rocky lucky max maggie smokey sparky jasper
  fuckyou fuckoff fuck fucker fuckme shit asshole bitch sexy sex pussy bastard dickhead biteme
  school college student teacher doctor nurse driver hacker hacking target tinkle zinch dearbook cambiami woaini indya
  `);

/** Patterns of neighbouring keys. */
export const COMMON_WHOLE: ReadonlySet<string> = words(`
  1qaz2wsx 1qazxsw2 1qaz2wsx3edc 1qazwsx 1qazqaz qazwsx123 qaz2wsx qaz123 zaq12wsx zaq1xsw2 zaq1wsx zaq2wsx zaq1zaq1 xsw2zaq1
  q1w2e3 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y a1b2c3 a1b2c3d4 a1s2d3f4 12qwaszx
  1a2b3c 1a2b3c4d 123qwe 123qweasd 123qweasdzxc 12qwas 12qwaszx 1234qwer qwer1234 qwe123 qweasd123 asd123 zxc123 asdf1234
  123abc abc123 abc12345 abcd1234 abc123456 123456a 12345a 123456q a123456 aa123456 a12345678 a123456789 qq123456 p0o9i8u7
  111222tianya 5tgb6yhn 4rfv5tgb 3edc4rfv 2wsx3edc ncc1701d thx1138 rush2112 blink182 jordan23 bond007 r2d2c3po
  `);
