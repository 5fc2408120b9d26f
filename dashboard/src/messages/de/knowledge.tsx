import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const pages = (count: number) => plural(count, 'de', { one: 'Seite', other: 'Seiten' })

/** The knowledge base: its sources, one source, and what a call finds in them. */
export const knowledge = {
  changeCrumb: 'Ändern',
  title: 'Wissensbasis',
  lead: (sources: ReactNode, count: number, links: ReactNode, linksMax: ReactNode) => (
    <>
      {sources} {plural(count, 'de', { one: 'Quelle', other: 'Quellen' })}. Der Tarif enthält {linksMax}{' '}
      Links, davon {links} verwendet.
    </>
  ),
  leadShort: 'Worin Anrufe und Chats nach Antworten suchen.',
  addDomain: 'Domain hinzufügen…',
  addFiles: 'Dateien hinzufügen…',
  addUrl: 'Seite hinzufügen…',
  sources: 'Quellen',
  none: 'Die Wissensbasis dieses Projekts ist leer.',
  noneNext:
    'Fügen Sie die Website des Unternehmens hinzu oder Dateien mit dem, was häufig gefragt wird. Dateien können Sie hier ablegen.',
  heads: {
    source: 'Quelle',
    state: 'Status',
    pages: 'Seiten',
    last: 'Zuletzt gelesen',
    next: 'Nächster Crawl',
  },
  type: 'Art',
  state: 'Status',
  types: { domains: 'Domain', urls: 'einzelne Seite', files: 'Datei' },
  states: {
    pending: 'wartet',
    syncing: 'Crawl läuft',
    success: 'im Index',
    partial: 'teilweise',
    failed: 'fehlgeschlagen',
  },
  addedBy: (type: string, who: ReactNode) => (
    <>
      {type}, hinzugefügt von {who}
    </>
  ),
  byKey: (name: ReactNode) => <>Schlüssel {name}</>,
  byOperator: 'Betreiber',
  noNext: 'nur auf Anforderung',
  notYet: 'noch nicht',
  progress: (done: ReactNode, found: ReactNode, left: ReactNode) => (
    <>
      <b>{done}</b> von {found} URLs geprüft, {left} ausgelassen
    </>
  ),
  took: (taken: ReactNode, found: ReactNode, left: ReactNode, failed: ReactNode | null) => (
    <>
      {taken} von {found} URLs übernommen, {left} ausgelassen
      {failed === null ? '' : <>, {failed} fehlgeschlagen</>}
    </>
  ),
  waitsFor: {
    host: (since: ReactNode) => (
      <>
        Wartet seit {since} auf einen anderen Crawl der Organisation auf demselben Host. Beginnt, sobald
        dieser endet.
      </>
    ),
    worker: (since: ReactNode) => (
      <>
        Wartet seit {since} auf einen Worker. Wenn innerhalb einer Minute keiner beginnt, prüfen Sie, ob ein
        Worker läuft.
      </>
    ),
    pause: 'Wartet einen Moment, bevor es weitergeht.',
  },
  advice: {
    quota:
      'Entfernen Sie Quellen oder bitten Sie den Betreiber um mehr Links; starten Sie dann den Crawl neu.',
    bound:
      'Grenzen Sie die Domain oder ihre Muster ein, damit sich der Crawl auf das Wichtige beschränkt; starten Sie ihn dann neu.',
    silence: 'Prüfen Sie, ob die Website erreichbar ist, und starten Sie dann den Crawl neu.',
    failed:
      'Sehen Sie sich die fehlgeschlagenen URLs unten an, korrigieren Sie die Website oder die Muster und starten Sie dann den Crawl neu.',
    shrunk:
      'Prüfen Sie, ob die Website ihre Seiten wieder zeigt, und starten Sie dann den Crawl neu. Ist sie wirklich so klein geworden, entfernt ein weiterer Crawl die übrigen Seiten.',
    robots:
      'Der Inhaber der Website kann SwitchboardBot in robots.txt zulassen; starten Sie dann den Crawl neu.',
    canceled: 'Was gelesen wurde, bleibt. Starten Sie den Crawl neu, wenn es weitergehen darf.',
  },
  failedWith: (words: ReactNode) => <>Grund: {words}.</>,
  crawlNow: 'Jetzt crawlen',
  crawlNowLabel: (name: string) => `${name} jetzt crawlen`,
  crawlAsked: (name: ReactNode) => <>Der Crawl von {name} ist angefordert.</>,
  crawlsFull: (most: string) =>
    `Die Organisation hat ${most} offene Crawls; mehr sind nicht gleichzeitig möglich.`,
  linksFull: 'Alle Links des Tarifs sind verbraucht.',
  domainsFull: (most: string) => `Die Organisation hat ${most} Domains; mehr sind nicht möglich.`,
  readAgain: 'Neu lesen',
  noAddress: 'Die Adresse ist noch nicht bekannt.',
  readAgainDone: (name: ReactNode) => <>{name} wurde neu gelesen.</>,
  cancel: 'Crawl abbrechen',
  canceled: (name: ReactNode) => (
    <>Der Crawl von {name} ist abgebrochen. Was bis dahin gelesen wurde, bleibt.</>
  ),
  remove: 'Entfernen…',
  removeTitle: (name: string) => `${name} entfernen?`,
  removeBody: (count: ReactNode, number: number) => (
    <>
      <b>{count}</b> {plural(number, 'de', { one: 'Seite verlässt', other: 'Seiten verlassen' })} sofort den
      Index und {plural(number, 'de', { one: 'wird', other: 'werden' })} in Anrufen nicht mehr gefunden. Das
      lässt sich nicht rückgängig machen; die Quelle kann erneut hinzugefügt werden.
    </>
  ),
  removeField: 'Anzahl der Seiten',
  removeHint: (count: string) => `Geben Sie ${count} ein, um sie zu entfernen.`,
  removeFault: (count: string) => `Das ist nicht die Anzahl der Seiten. Geben Sie ${count} ein.`,
  removeAction: 'Entfernen',
  removed: (name: ReactNode) => <>{name} ist entfernt.</>,

  ask: 'Fragen wie im Anruf',
  askField: 'Frage',
  askHint: 'Der Schritt look_up eines Ablaufs erhält dieselben Textstellen.',
  askAction: 'Fragen',
  says: 'Der Assistent würde sagen',
  passages: 'Aus',
  score: 'Relevanz',
  passage: 'Textstelle',
  from: 'Quelle und Seite',
  spoken: 'Wie es gesprochen wird',
  nothing: 'Der Assistent findet nichts: Er würde mit „otherwise“ des Schritts fortfahren.',
  nothingNext: 'Fragen Sie mit anderen Worten oder fügen Sie eine Seite hinzu, auf der die Antwort steht.',
  leftOut: 'Diese Seiten klingen passend, wurden aber ausgelassen:',
  leftOutNone: 'Keine Seite, die beim Crawlen ausgelassen wurde, hat diese Wörter in der Adresse.',
  file: 'Datei',

  domain: 'Domain',
  tabs: 'Zu dieser Quelle',
  tabUrls: 'URLs',
  tabPages: 'Seiten',
  tabSettings: 'Einstellungen',
  urls: 'URLs des letzten Crawls',
  urlHeads: { url: 'URL', rule: 'Regel', depth: 'Tiefe', status: 'HTTP', at: 'Entschieden' },
  foundOn: (page: ReactNode) => <>gefunden auf {page}</>,
  isStart: 'Startseite',
  leadsTo: (page: ReactNode) => <>führt zu {page}</>,
  reason: 'Regel',
  address: 'Adresse enthält',
  urlStates: {
    waiting: 'wartet',
    indexed: 'übernommen',
    unchanged: 'übernommen, unverändert',
    skipped: 'ausgelassen',
    failed: 'fehlgeschlagen',
    gone: 'existiert nicht',
  },
  rules: {
    take: 'würde übernommen',
    wait: 'wird als Nächstes geprüft',
    failed: 'fehlgeschlagen',
    gone: 'existiert nicht',
    robots: 'robots.txt',
    pattern: 'Muster',
    depth: 'Tiefe',
    scope: 'außerhalb der Domain',
    type: 'kein HTML',
    noindex: 'noindex',
    canonical: 'andere Adresse',
    redirect: 'Weiterleitung',
    duplicate: 'Duplikat',
    empty: 'kein Text',
    too_large: 'zu groß',
    trap: 'endlos',
    limit: 'Obergrenze',
    quota: 'Links des Tarifs',
    private_address: 'privates Netz',
    error: 'fehlgeschlagen',
  } as Record<string, string>,
  noUrls: 'Noch ist keine URL bekannt.',
  noUrlsNext: 'Sie erscheinen hier, sobald der Crawl sie findet.',
  pagesTable: 'Seiten im Index',
  pageHeads: {
    page: 'Seite',
    language: 'Sprache',
    passages: 'Textstellen',
    size: 'Größe',
    at: 'Indexiert',
  },
  noPages: 'Keine Seite dieser Quelle ist im Index.',
  noPagesNext: 'Sehen Sie sich die URLs an: Bei jeder steht die Regel, die entschieden hat.',
  bytes: (size: string) => size,
  toUrls: 'Zu den URLs',
  settings: {
    domain: 'Domain',
    strategy: 'Crawl',
    pages: 'Seiten höchstens',
    depth: 'Tiefe höchstens',
    include: 'Nur',
    exclude: 'Nie',
    every: 'Crawl wiederholen',
    crawler: 'Liest',
    all: 'alles unterhalb der Domain',
    none: 'nichts',
    days: (days: string, count: number) => (count === 1 ? 'jeden Tag' : `alle ${days} Tage`),
    change: 'Ändern…',
    changeHint: 'Beim Speichern beginnt ein neuer Crawl der Domain.',
  },
  strategies: { deep_crawl: 'entlang der Links', sitemap: 'was Sitemaps nennen' },
  crawlers: { crawler_a: 'wie der Server es sendet', crawler_b: 'wie ein Browser es zeigt' },
  pageTitle: 'Seite',
  pageLead: (count: ReactNode, number: number, at: ReactNode) => (
    <>
      {count} {plural(number, 'de', { one: 'Textstelle', other: 'Textstellen' })}, Stand der Indexierung: {at}
      .
    </>
  ),
  noHeading: 'ohne Überschrift',

  newTitle: 'Domain hinzufügen',
  changeTitle: (name: ReactNode) => <>{name} ändern</>,
  newLead:
    'Testen Sie zuerst: Sie sehen, welche Seiten übernommen würden und warum andere nicht. Es wird nichts gespeichert.',
  domainHint: 'Etwa example.com oder example.com/docs. Der Crawl bleibt darunter.',
  patternsHint: 'Eines pro Zeile, etwa /docs/** oder https://example.com/blog/*.',
  include: 'Nur URLs, die passen auf',
  exclude: 'Nie URLs, die passen auf',
  depthHint: 'Links vom Start aus, 1 bis 10.',
  pagesHint: '1 bis 1.000.',
  daysUnit: 'Tage',
  what: 'Was',
  how: 'Wie',
  when: 'Wann',
  tryIt: 'Testen',
  trying: 'Die Website wird geprüft, höchstens 20 Sekunden lang…',
  tryAgain: 'Erneut testen',
  leaveBody: 'Die Domain und ihre Einstellungen sind nicht gespeichert.',
  add: 'Hinzufügen und crawlen',
  saveCrawl: 'Speichern und crawlen',
  addUntried: 'Ohne Test hinzufügen',
  added: (name: ReactNode) => <>Der Crawl von {name} ist angefordert. Sein Fortschritt erscheint hier.</>,
  changedSince: 'Die Einstellungen wurden seit dem Test geändert.',
  preview: 'Was ein Crawl tun würde',
  previewNone: 'Noch nicht getestet.',
  previewNoneNext: 'Geben Sie die Domain ein und testen Sie sie.',
  previewWhole: (taken: ReactNode, number: number, found: ReactNode) => (
    <>
      Ein Crawl übernimmt <b>{taken}</b> {pages(number)} von {found} URLs. Das ist alles.
    </>
  ),
  previewPart: (taken: ReactNode, number: number, found: ReactNode, end: string) => (
    <>
      Bisher <b>{taken}</b> {pages(number)} von {found} URLs; der Test endete {end}. Ein Crawl läuft weiter.
    </>
  ),
  previewEnds: { time: 'nach 20 Sekunden', pages: 'nach 25 Seiten', bytes: 'nach 10 MB', whole: '' },
  previewFails: (words: ReactNode) => <>Ein Crawl würde fehlschlagen: {words}.</>,
  previewTrouble: (words: ReactNode) => <>Was schiefgehen würde: {words}.</>,
  robotsDelay: (seconds: string) =>
    `robots.txt verlangt ${seconds} s zwischen den Anfragen; ein Crawl ist daher langsam.`,
  robotsForbids: 'robots.txt verbietet die Startseite.',
  sitemaps: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'de', { one: 'Sitemap', other: 'Sitemaps' })} in robots.txt
    </>
  ),
  noSitemaps: 'keine Sitemap in robots.txt',
  scripts:
    'Der Test liest Seiten so, wie der Server sie sendet. Ein Crawl führt ihre Skripte aus und findet womöglich mehr.',
  byRule: 'Nach Regel',
  ruleCount: (count: ReactNode, number: number) => (
    <>
      {count} {plural(number, 'de', { one: 'URL', other: 'URLs' })}
    </>
  ),
  firstUrls: (shown: string, found: string) => `Die ersten ${shown} von ${found} URLs`,
  ruleOfAll: 'Alle Regeln',

  filesTitle: 'Dateien hinzufügen',
  filesHint:
    'PDF, HTML, Markdown, reiner Text oder Word, je höchstens 20 MB. Eine Datei mit demselben Namen wird ersetzt.',
  drop: 'Dateien hier ablegen oder',
  pick: 'Dateien auswählen',
  dropLabel: 'Dateien zum Hinzufügen',
  fileList: 'Dateien',
  fileWaits: 'wartet',
  fileReads: 'wird gelesen',
  fileDone: (passages: string, count: number) =>
    `${passages} ${plural(count, 'de', { one: 'Textstelle', other: 'Textstellen' })}`,
  fileCut: (kept: string, found: string) => `die ersten ${kept} von ${found} Textstellen`,
  fileKinds: { added: 'hinzugefügt', replaced: 'ersetzt', unchanged: 'unverändert' },
  fileTooLarge: 'ist größer als 20 MB; teilen Sie die Datei auf oder entfernen Sie die Bilder.',
  fileFailed: 'fehlgeschlagen',
  again: 'Erneut',
  againLabel: (name: string) => `${name} erneut senden`,
  done: 'Fertig',
  filesBusy: 'Es werden noch Dateien hinzugefügt.',
  filesStopTitle: 'Keine weiteren Dateien hinzufügen?',
  filesStopBody:
    'Dateien, die warten, werden nicht hinzugefügt. Die Datei, die gerade gelesen wird, wird noch hinzugefügt.',
  filesStop: 'Abbrechen',
  filesGoOn: 'Fortfahren',
  urlTitle: 'Einzelne Seite hinzufügen',
  urlField: 'Adresse',
  urlHint: 'Verbraucht einen Link des Tarifs und wird nur neu gelesen, wenn Sie es anfordern.',
  urlAction: 'Hinzufügen',
  urlAdded: (name: ReactNode, passages: string, count: number) => (
    <>
      {name}: {passages} {plural(count, 'de', { one: 'Textstelle', other: 'Textstellen' })}.
    </>
  ),
}
