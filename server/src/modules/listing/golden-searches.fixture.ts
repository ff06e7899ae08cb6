/** The compounds that this test adds. */
export const NAMES = [
  { name: 'Semaglutide', synonyms: ['Семаглутид', 'セマグルチド', 'Σεμαγλουτίδη'] },
  { name: 'Tirzepatide', synonyms: ['Тирзепатид'] },
];

/** Number, product, compound, maker, batch, title; the newest is on top. */
export const PUBLISHED = `
  10031 | semaglutide                 | Semaglutide       | Acme Peptides  | LOT-24/7    | Semaglutide 5 mg
  10012 | bpc-157                     | BPC-157           | Zenith Labs    | B2601-0042  | BPC-157 5 mg
  10040 | tb-500                      | TB 500            | Acme Peptides  | T-1         | TB-500 10 mg
  10003 | tirzepatide                 | Tirzepatide       | Nordic BioTech | ZN240115A   | Tirzepatide 10 mg
  10025 | semaglutide                 | Ozempic           | Zenith Labs    | B2601-0043  | Ozempic pen 2 mg
  10018 | semaglutide                 | Семаглутид        | Пептид Лаб     | №5-А        | Семаглутид 5 мг
  10007 | retatrutide                 | Retatrutide       | A1 Research    | DEMO-22     | Retatrutide 10 mg
  10035 | bpc-157                     | bpc 157           | BPC House      | 10007       | BPC-157 10 mg
  10022 | cjc-1295-with-dac           | CJC-1295 with DAC | Nordic BioTech | ZN240116B   | CJC-1295 DAC 2 mg
  10001 | semaglutide                 | セマグルチド      | ペプチド研究所 | ロット7     | セマグルチド 5mg
  10038 | sterility                   | Semaglutide       | Acme Peptides  | LOT-24/8    | Sterility of semaglutide
  10014 | pt-141                      | PT-141            | Lab 24/7       | 2024.001.77 | PT-141 10 mg
  10029 | ipamorelin                  | Ipamorelin        | Söhne & Co     | IP-0815     | Ipamorelin 5 mg
  10005 | melanotan-2                 | MT-2              | Zenith Labs    | B2602-0001  | Melanotan 2 10 mg
  10033 | tirzepatide                 | Mounjaro          | A1 Research    | DEMO-23     | Mounjaro 5 mg
  10020 | tb-4                        | Thymosin β4       | Αθήνα Βιο      | ΑΒ-9        | Thymosin β4 5 mg
  10009 | bpc-157                     | BPC157            | Acme Peptides  | VP-10012-R1 | BPC-157 5 mg
  10027 | semaglutide                 | Wegovy            | Nordic BioTech | ZN240201A   | Wegovy pen 1 mg
  10016 | retatrutide                 | Reta              | Zenith Labs    | B2602-0002  | Retatrutide 5 mg
  10037 | ll-37                       | LL-37             | Lab 24/7       | X 123 Y     | LL-37 5 mg
  10010 | tirzepatide                 | Тирзепатид        | Пептид Лаб     | Партия-12   | Тирзепатид 10 мг
  10024 | tb-500                      | TB-500            | Nordic BioTech | ZN240301C   | TB-500 5 mg
  10002 | endotoxin                   | Tirzepatide       | Acme Peptides  | T-2         | Endotoxin of tirzepatide
  10039 | blind-glp-1-screening       |                   | Lab 24/7       | 2024.001.78 | Unlabelled vial
  10019 | t3-t4                       | T3                | Söhne & Co     | T3-100      | T3 25 mcg
  10028 | 5-amino-1-methylquinolinium | 5-Amino-1MQ       | A1 Research    | DEMO-24     | 5-Amino-1MQ 50 mg
  10006 | semaglutide                 | Σεμαγλουτίδη      | Αθήνα Βιο      | ΑΒ-10       | Σεμαγλουτίδη 5 mg
  10034 | bpc-157                     | BPC-157           | Пептид Лаб     | №6-Б        | BPC-157 5 мг
  10021 | hgh-fragment                | HGH frag 176-191  | BPC House      | H-176       | HGH fragment 5 mg
  10011 | semaglutide                 | Zorkotide         | מעבדת שלום     | A           | Zorkotide 5 mg`;

/** Public tests without a result. */
export const WAITING = `
  10030 | semaglutide                 | Semaglutide       | Zenith Labs    | B2603-0007
  10015 | tb-500                      | TB-500            | Quiet Maker    | Q-1
  10023 | bpc-157                     | BPC-157           | Acme Peptides  | T-3`;

/** Private tests, some with a result. */
export const PRIVATE = `
  10013 | semaglutide                 | Secretide         | Hidden House   | HIDE-7731   | Secretide 5 mg
  10036 | tirzepatide                 | Tirzepatide       | Hidden House   | HIDE-7732   | Tirzepatide 60 mg
  10004 | melanotan-1                 | Секретид          | Тайный Дом     | Т-77        | Секретид
  10026 | sterility                   | Retatrutide       | Hidden House   | HIDE-7733   | Sterility
  10032 | ipamorelin                  | Ipamorelin        | Acme Peptides  | LOT-24/9
  10017 | ghrp-2                      | GHRP-2            | Hidden House   | HIDE-1
  10008 | somatropin-amount-and-purity | Norditropin      | Hidden House   | HIDE-2`;

export const linesOf = (table: string) => table.trim().split('\n');

/** Texts to search for, and the task numbers that must be found, in order. */
const SEARCHED = {
  'names of compounds, their synonyms and brands, however they are separated': `
    semaglutide → 10031 10025 10018 10001 10038 10027 10006 10011 10030 10013
    OZEMPIC → 10031 10025 10018 10001 10038 10027 10006 10030
    glutide → 10031 10025 10018 10001 10038 10027 10006 10011 10030 10013
    mounjaro → 10003 10033 10010 10002
    bpc → 10012 10035 10009 10034 10021 10023
    bpc-157 → 10012 10035 10009 10034 10023
    bpc157 → 10012 10035 10009 10034 10023
    body protection → 10012 10035 10009 10034 10023
    tb 500 → 10040 10024 10015
    fequesetide → 10040 10024 10015
    thymosin beta 4 → 10020
    reta → 10007 10016
    cjc 1295 dac → 10022
    pt 141 → 10014
    melanotan → 10005 10004
    sterility → 10038 10026
    liothyronine → 10019
    blind glp-1 → 10039`,
  'makers, by words and what stands inside them': `
    acme peptides → 10031 10040 10038 10009 10002 10023
    biotech → 10003 10022 10027 10024
    söhne → 10029 10019
    house → 10035 10021
    labs → 10012 10025 10005 10016 10030
    lab 24/7 → 10014 10037 10039
    quiet → 10015`,
  'several words, all of which a test must have': `
    semaglutide acme → 10031 10038
    zenith bpc → 10012
    nordic wegovy → 10027
    semaglutide sterility → 10038
    acme lot → 10031 10038
    semaglutide zenith b2603 → 10030
    2 mg pen → 10025
    semaglutide tirzepatide →`,
  'numbers of tests, of which # says that nothing else is meant': `
    10012 → 10012 10009
    #10012 → 10012
    Task #10031 → 10031
    1001 → 10012 10018 10014 10009 10016 10010 10019 10011 10017 10015 10013
    #1001 →
    10007 → 10007 10035
    #10007 → 10007`,
  'numbers of certificates, and a batch that is called like one': `
    VP-10031-R1 → 10031
    vp-10025 → 10025
    VP-10012-R1 → 10012 10009
    VP-10013-R1 → 10013
    VP-10099-R1 →`,
  'batches: whole, their beginnings and numbers, in other punctuation, behind a label': `
    LOT-24/7 → 10031
    lot247 → 10031
    LOT-24 → 10031 10038
    batch LOT-24/7 → 10031
    Lot: B2601-0042 → 10012
    b2601 → 10012 10025
    0042 → 10012
    zn2401 → 10003 10022
    240115 → 10003
    2024 001 77 → 10014
    x123y → 10037
    0815 → 10029`,
  'words in other scripts': `
    СЕМАГЛУТИД → 10031 10025 10018 10001 10038 10027 10006 10030
    глутид → 10031 10025 10018 10001 10038 10027 10006 10030
    Пептид Лаб → 10018 10010 10034
    №5-а → 10018
    ｾﾏｸﾞﾙﾁﾄﾞ → 10031 10025 10018 10001 10038 10027 10006 10030
    研究所 → 10001
    ロット7 → 10001
    αθήνα → 10020 10006
    ΑΒ-9 → 10020
    שלום → 10011`,
  // One or two Latin letters match only the beginning of a word. In other scripts they match anywhere.
  'words of one or two characters': `
    a → 10031 10040 10007 10038 10033 10009 10024 10002 10028 10011 10023 10015 10008
    mg → 10031 10012 10040 10003 10025 10007 10035 10022 10001 10014 10029 10005 10033 10020 10009 10027 10016 10037 10024 10028 10006 10021 10011
    t3 → 10019 10023
    ac → 10031 10040 10038 10009 10024 10002 10023 10015
    bp → 10012 10035 10009 10034 10021 10023
    ll → 10037
    a1 → 10007 10033 10028
    ла → 10018 10010 10034
    グ → 10031 10025 10018 10001 10038 10027 10006 10030
    β4 → 10020`,
  'words with one typing error': `
    semaglutde → 10031 10025 10018 10001 10038 10027 10006 10011 10030 10013
    semgalutide → 10031 10025 10018 10001 10038 10027 10006 10011 10030 10013
    smaglutide acme → 10031 10038
    tirzepetide → 10003 10033 10010 10002 10036
    retratrutide → 10007 10016
    ozempik → 10031 10025 10018 10001 10038 10027 10006 10030
    ipamorelyn → 10029 10032
    zneith → 10012 10025 10005 10016 10030
    nordik → 10003 10022 10027 10024
    peptdies → 10031 10040 10038 10009 10002 10023
    zorcotide → 10011
    bcp-157 → 10012 10035 10009 10034 10023
    sohne → 10029 10019
    семоглутид → 10031 10025 10018 10001 10038 10027 10006 10030
    σεμαγλουτιδη → 10031 10025 10018 10001 10038 10027 10006 10030`,
  'words of private tests, which what was ordered and the number find and nothing else': `
    secretide →
    hidden house →
    hide-7731 →
    секретид →
    norditropin →
    somatropin → 10008
    10013 → 10013
    ipamorelin acme →`,
};

type Search = { kind: string; typed: string; found: number[] };

export const SEARCHES: Search[] = Object.entries(SEARCHED).flatMap(([kind, table]) =>
  linesOf(table).map((line) => {
    const [typed = '', numbers = ''] = line.split('→').map((part) => part.trim());
    return { kind, typed, found: numbers === '' ? [] : numbers.split(' ').map(Number) };
  }),
);
