import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

/** Templates of WhatsApp, and what is wrong with them for broadcasts. */
export const templates = {
  title: 'Vorlagen',
  /** `stopped`: null where it is not known. */
  lead: (count: string, stopped: number | null) => {
    const all = count === '1' ? '1 Vorlage, Stand laut WhatsApp.' : `${count} Vorlagen, Stand laut WhatsApp.`
    if (stopped === null) return all
    return stopped === 0
      ? `${all} Alle, die Rundnachrichten verwenden, können gesendet werden.`
      : `${all} Davon ${plural(stopped, 'de', { one: 'kann', other: 'können' })} ${stopped}, die in Rundnachrichten verwendet ${plural(stopped, 'de', { one: 'wird', other: 'werden' })}, nicht gesendet werden.`
  },
  readAt: (time: ReactNode) => <> Gelesen {time}.</>,
  none: 'Dieses Projekt hat keine Vorlagen.',
  noneNext:
    'Vorlagen werden bei WhatsApp erstellt. Fügen Sie einen Absender hinzu und lesen Sie dann seine Vorlagen.',
  toSenders: 'Zu den Absendern',
  tabs: 'Status',
  all: 'Alle',
  statuses: {
    approved: 'Genehmigt',
    pending: 'In Prüfung',
    rejected: 'Abgelehnt',
    paused: 'Pausiert',
    disabled: 'Deaktiviert',
  } as Record<string, string>,
  categories: { utility: 'Utility', marketing: 'Marketing', authentication: 'Authentifizierung' } as Record<
    string,
    string
  >,
  name: 'Vorlage',
  nameFilter: 'Name',
  state: 'Status',
  category: 'Kategorie',
  sender: 'Absender',
  language: 'Sprache',
  usedBy: 'Verwendet von',
  uses: (count: string) =>
    count === '0' ? 'keiner Rundnachricht' : count === '1' ? '1 Rundnachricht' : `${count} Rundnachrichten`,
  quality: 'Qualität',
  qualities: { GREEN: 'hoch', YELLOW: 'mittel', RED: 'niedrig', UNKNOWN: 'noch nicht bewertet' } as Record<
    string,
    string
  >,
  since: (time: ReactNode) => <>seit {time}</>,
  until: (since: ReactNode, until: ReactNode) => (
    <>
      seit {since}, bis etwa {until}
    </>
  ),
  read: 'Von WhatsApp gelesen',
  readNever: 'noch nicht',
  syncNow: 'Jetzt von WhatsApp lesen',
  synced: (name: ReactNode, added: number, changed: number, disabled: number) =>
    added + changed + disabled === 0 ? (
      <>{name}: Bei WhatsApp hat sich nichts geändert.</>
    ) : (
      <>
        {name}: {added} neu, {changed} geändert, {disabled} nicht mehr vorhanden.
      </>
    ),
  syncFailed: (name: ReactNode, reason: ReactNode) => (
    <>
      {name}: Es wurde nichts geändert: {reason}.
    </>
  ),
  tooSoon: (name: ReactNode, at: ReactNode) => (
    <>
      {name}: gerade erst gelesen, {at}. Versuchen Sie es in 15 Sekunden erneut.
    </>
  ),
  syncDisconnected: (name: ReactNode) => <>{name} ist getrennt, daher werden die Vorlagen nicht gelesen.</>,
  syncLater: (name: ReactNode) => (
    <>{name}: WhatsApp braucht lange. Die Vorlagen werden im Hintergrund gelesen.</>
  ),
  syncNothing: 'Kein Absender des Projekts ist verbunden, es gibt also nichts zu lesen.',
  syncMore: (shown: string, count: number) =>
    `${shown} ${plural(count, 'de', { one: 'weiterer Absender: siehe seine Seite.', other: 'weitere Absender: siehe ihre Seiten.' })}`,
  idName: 'template_id',
  states: {
    approved: 'Kann gesendet werden.',
    pending:
      'WhatsApp prüft sie. Bis das abgeschlossen ist, meist innerhalb eines Tages, kann nichts mit ihr gesendet werden.',
    rejected: 'WhatsApp hat sie abgelehnt. Korrigieren Sie sie bei WhatsApp und reichen Sie sie erneut ein.',
    paused: 'WhatsApp hat sie pausiert, weil ihre Nachrichten gemeldet oder ignoriert wurden.',
    disabled:
      'WhatsApp hat sie endgültig deaktiviert oder kennt sie nicht mehr. Erstellen Sie eine andere Vorlage.',
  } as Record<string, string>,
  pausedUntil:
    'WhatsApp hebt eine erste Pause nach 3 Stunden auf und eine zweite nach 6; eine dritte deaktiviert die Vorlage.',
  pausedUntilLifted:
    'Heben Sie die Pause bei WhatsApp in der Vorlagenliste auf; lesen Sie die Vorlagen dann hier.',
  why: 'Was WhatsApp sagt',
  whyNothing: 'WhatsApp hat keinen Grund genannt.',
  reasons: {
    ABUSIVE_CONTENT: 'Der Text verstößt gegen die Inhaltsregeln von WhatsApp.',
    INCORRECT_CATEGORY: 'Die Kategorie passt nicht zum Text.',
    INVALID_FORMAT:
      'Das Format ist falsch: eine Variable am Rand, ein fehlendes Beispiel oder zu viele Variablen.',
    PROMOTIONAL: 'Der Text wirbt, und die Kategorie lässt das nicht zu.',
    SCAM: 'WhatsApp hält sie für Betrug.',
    TAG_CONTENT_MISMATCH: 'Sprache oder Kategorie passen nicht zum Text.',
    CATEGORY_NOT_AVAILABLE: 'Diese Kategorie steht dem Konto nicht zur Verfügung.',
  } as Record<string, string>,
  languages: 'Ansicht beim Empfänger',
  bubble: (name: string, language: string) => `Nachricht der Vorlage ${name} in ${language}`,
  headers: {
    image: 'Ein Bild',
    video: 'Ein Video',
    document: 'Ein Dokument',
    location: 'Ein Ort auf der Karte',
  },
  noBody: 'WhatsApp schreibt den Text',
  variables: 'Benötigte Werte',
  noVariables: 'keine',
  unsendable: 'Kann von hier nicht gesendet werden',
  broadcasts: 'Rundnachrichten, die sie verwenden',
  noBroadcasts: 'Keine Rundnachricht verwendet sie.',
  broadcast: 'Rundnachricht',
  wrong: 'Was nicht stimmt',
  nothingWrong: 'nichts',
  ofDay: 'Nachrichten in 24 h',
  lastMessage: 'Letzte Nachricht',
  noMessage: 'noch keine',
  ofLanguage: (language: ReactNode) => <>in {language}</>,
  readFault: (reason: ReactNode) => <>Die Vorlagen konnten zuletzt nicht gelesen werden: {reason}.</>,

  trouble: {
    title: {
      template_disabled: (name: ReactNode) => <>Die Vorlage {name} ist deaktiviert.</>,
      template_rejected: (name: ReactNode) => <>WhatsApp hat die Vorlage {name} abgelehnt.</>,
      template_paused: (name: ReactNode) => <>WhatsApp hat die Vorlage {name} pausiert.</>,
      template_pending: (name: ReactNode) => <>WhatsApp prüft die Vorlage {name} noch.</>,
      other_account: (name: ReactNode) => <>Die Vorlage {name} gehört zu einem anderen WhatsApp-Konto.</>,
      unsendable: (name: ReactNode) => <>Die Vorlage {name} kann von hier nicht gesendet werden.</>,
      refused_by_whatsapp: (name: ReactNode) => <>WhatsApp lehnt Nachrichten mit der Vorlage {name} ab.</>,
      variables_differ: (name: ReactNode) => (
        <>Die Vorlage {name} passt nicht zu dem, was zuletzt gesendet wurde.</>
      ),
    },
    what: {
      template_disabled: 'Nachrichten werden abgelehnt, bis die Rundnachricht eine andere Vorlage hat.',
      template_rejected: 'Nachrichten werden abgelehnt, bis sie bei WhatsApp korrigiert und genehmigt ist.',
      template_paused: 'Nachrichten werden abgelehnt, bis die Pause vorbei ist.',
      template_pending: 'Nachrichten werden abgelehnt, bis sie genehmigt ist.',
      other_account:
        'WhatsApp kennt sie für den Absender der Rundnachricht nicht. Wählen Sie eine desselben Kontos.',
      unsendable: 'Wählen Sie eine andere Vorlage für die Rundnachricht.',
      refused_by_whatsapp:
        'Sie ist nicht mehr so, wie sie gelesen wurde. Lesen Sie sie erneut und prüfen Sie dann die Werte, die sie benötigt.',
      variables_differ:
        'Nachrichten mit diesen Werten werden abgelehnt. Wer sie sendet, muss die anderen senden.',
    },
    short: {
      template_disabled: 'deaktiviert',
      template_rejected: 'abgelehnt',
      template_paused: 'pausiert',
      template_pending: 'in Prüfung',
      other_account: 'von einem anderen Konto',
      unsendable: 'kann von hier nicht gesendet werden',
      refused_by_whatsapp: 'von WhatsApp abgelehnt',
      variables_differ: 'passt nicht zum Gesendeten',
    },
    since: (time: ReactNode) => <> Seit {time}.</>,
    until: (time: ReactNode) => <> Bis etwa {time}.</>,
    says: (words: ReactNode) => <> WhatsApp sagt: {words}.</>,
    missing: (names: ReactNode) => <> Fehlend: {names}.</>,
    unknown: (names: ReactNode) => <> Unbekannt: {names}.</>,
    count: (count: number) =>
      ` ${count} ${plural(count, 'de', { one: 'Nachricht wurde', other: 'Nachrichten wurden' })} abgelehnt.`,
    ofDay: (count: string) =>
      ` Diese Rundnachricht hatte in den letzten 24 Stunden ${count === '1' ? '1 Nachricht' : `${count} Nachrichten`}.`,
    look: 'Vorlage ansehen',
  },
}
