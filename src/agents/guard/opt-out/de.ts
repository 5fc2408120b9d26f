import type { OptOutLists } from './lists.ts'

const never =
  'nicht mehr|nie mehr|nie wieder|nicht wieder|nicht noch einmal|niemals wieder|niemals mehr|nie|niemals|überhaupt nicht mehr|gar nicht mehr'
const me = 'mich|uns|hier|bei mir|bei uns|diese nummer|unter dieser nummer|auf dieser nummer|mich hier'
const write =
  'schreiben sie|schreib|schreibt|schreibe|kontaktieren sie|kontaktiere|kontaktiert|belästigen sie|belästigt|stören sie'
const toCall =
  'anrufen|anzurufen|kontaktieren|zu kontaktieren|belästigen|zu belästigen|anschreiben|anzuschreiben|schreiben|zu schreiben|stören|zu stören'
const should = 'sie sollen|sie dürfen|ihr sollt|ihr dürft|du sollst|du darfst'
const number = 'meine nummer|diese nummer|unsere nummer|meinen namen|meine telefonnummer|meine handynummer'
const list = [
  'von|aus',
  'ihrer|ihren|der|den|dem|ihrem|dieser|deiner|deinem|eurer|eurem',
  'liste|listen|anrufliste|telefonliste|kundenliste|adressliste|system|datenbank|datenbanken|kartei|verteiler',
]
const want = 'ich will|ich möchte|ich wünsche|wir wollen|wir möchten|wir wünschen'
const atOnce = '|sofort|jetzt|umgehend'
const calls = 'anrufe|werbeanrufe|nachrichten|sms|werbung'
const stop = 'aufhören|damit aufhören|hören sie auf|hören sie auf damit|hör auf|hört auf|hören sie damit auf'

export const de: OptOutLists = {
  clear: [
    ['rufen sie|rufe|ruf|ruft|rufst du|rufen', `|${me}`, never, 'an'],
    [`|${should}|sie brauchen`, `|${me}`, never, toCall],
    ['sie|ihr|du', me, never, toCall, '|sollen|dürfen'],
    [want, 'nicht', 'dass sie|dass ihr|dass du', me, 'nochmal|noch einmal|wieder|mehr|weiter', toCall],
    [want, 'nichts mehr von ihnen|von ihnen nichts mehr', 'hören'],
    ['unterlassen sie|stoppen sie|lassen sie', 'die|diese|ihre|weitere', 'anrufe|werbeanrufe|nachrichten'],
    [write, '|mir|mich|uns', never],
    ['schicken sie|schick|senden sie|schreiben sie|schreib', '|mir|uns', 'keine', '|weiteren', calls, 'mehr'],
    [
      stop,
      '|mich|uns|hier',
      'anzurufen|zu belästigen|mich anzurufen|zu kontaktieren|mir zu schreiben|uns zu schreiben|zu stören',
    ],
    [`${stop}|schluss`, 'mit', 'den|diesen|ihren', 'anrufen|werbeanrufen|nachrichten'],
    ['mit', 'den|diesen|ihren', 'anrufen|werbeanrufen|nachrichten', 'aufhören'],
    [
      'streichen sie|löschen sie|entfernen sie|nehmen sie|streich|streiche|lösch|lösche|entferne|nimm|streicht|löscht|nehmt',
      `mich|uns|${number}`,
      atOnce,
      ...list,
      '|raus|heraus',
    ],
    [
      `mich|uns|${number}`,
      atOnce,
      ...list,
      'streichen|löschen|entfernen|nehmen|austragen|rausnehmen|zu streichen|zu löschen|zu entfernen|zu nehmen|gestrichen|gelöscht|entfernt',
      '|werden',
    ],
    [want, ...list, 'gestrichen|gelöscht|entfernt|genommen', 'werden'],
    [want, '|von ihnen', never, '|von ihnen', 'angerufen|kontaktiert|belästigt|angeschrieben', 'werden'],
    [`${atOnce}|${want}`, 'keine', '|weiteren', calls, 'mehr', '|von ihnen', '|bekommen|erhalten|haben'],
    [`${atOnce}|${want}`, 'keine', 'weiteren', calls, '|von ihnen', '|bekommen|erhalten|haben'],
  ],
  vague: [
    ['rufen sie|rufe|ruf|ruft|rufen', `|${me}`, 'nicht', 'an'],
    [`|${should}`, `|${me}`, 'nicht', toCall],
    ['sie|ihr|du', me, 'nicht', toCall, '|sollen|dürfen'],
    [want, 'nicht', 'dass sie|dass ihr|dass du', me, toCall],
    [write, '|mir|mich|uns', 'nicht'],
    [want, '|von ihnen', 'nicht', '|von ihnen', 'angerufen|kontaktiert|belästigt|angeschrieben', 'werden'],
    [want, 'keine', calls, '|von ihnen', '|bekommen|erhalten|haben'],
    ['lassen sie|lass|lasst', 'mich|uns', 'in ruhe'],
    ['streichen sie|löschen sie|entfernen sie|streich|lösch|lösche|entferne', 'mich|uns'],
    ['tragen sie mich aus'],
    // A caller may mean their name in a booking, or a course.
    [
      'streichen sie|löschen sie|entfernen sie|streich|streiche|lösch|lösche|entferne|streicht|löscht',
      number,
      atOnce,
    ],
    [number, 'löschen|streichen|entfernen|zu löschen|zu streichen|zu entfernen'],
    [`|${want}`, 'mich', '|wieder', 'abmelden'],
    ['melden sie mich|meldet mich|melde mich', atOnce, 'ab'],
  ],
  fillers: [
    [
      'ich habe|ich hab|wir haben|ich hätte|',
      'kein interesse|kein bedarf|keinen bedarf',
      '|daran|an ihrem angebot',
    ],
    ['ich bin|wir sind|', 'nicht interessiert', '|daran'],
    ['|nein', 'danke|vielen dank|danke schön|dankeschön'],
    [
      'wer ist da|wer sind sie|wer spricht da|wer ist denn da|falsche nummer|falsch verbunden|sie haben die falsche nummer',
    ],
    ['ab sofort|ab jetzt|in zukunft|künftig|zukünftig|es reicht|jetzt reicht es|verstanden|ist das klar'],
    [
      'bitte|hallo|guten tag|guten morgen|guten abend|grüß gott|ja|ok|okay|also|doch|mal|einfach|endlich|bloß',
    ],
    [
      'entschuldigung|sorry|tut mir leid|tschüss|auf wiederhören|auf wiedersehen|schönen tag|schönen tag noch',
    ],
  ],
  before: [
    ['nein|ne|nee|und|so|dann|stopp|halt|nochmal|noch einmal|hören sie'],
    [
      'ich|ich habe|ich hab|wir haben|habe|hab',
      '|ihnen|euch|dir|es ihnen',
      '|schon|bereits|schon mehrmals|schon einmal',
      'gesagt|sagte|sage|gebeten|sag',
      '|dass',
    ],
    [`${want}|ich verlange|ich fordere|ich sie|ich wünsche mir`, 'dass sie|dass ihr|dass du'],
    // "Ich bitte Sie": the filler in it is left out before.
    ['ich sie|ich euch|ich fordere sie auf'],
    ['sie sollen|sie müssen|sie können|ihr sollt'],
  ],
  requests: [
    ['können|könnten|würden|wollen|möchten|kannst|könntest|würdest|könnt|könntet|würdet', 'sie|du|ihr'],
    ['darf ich sie bitten|kann ich sie bitten|wären sie so nett|wären sie so freundlich'],
  ],
  after: [['sofort|jetzt|umgehend|weil|und']],
}
