import type { ReactNode } from 'react'
import { plural } from '../plural.ts'

const be = (count: number) => plural(count, 'de', { one: 'ist', other: 'sind' })

export const home = {
  title: (count: number) =>
    count === 0
      ? 'Im Moment ist nichts zu tun.'
      : `${count} ${plural(count, 'de', { one: 'Punkt braucht', other: 'Punkte brauchen' })} jemanden.`,
  lead: (project: ReactNode) => <>{project}, Stand jetzt. Eine Zeile verschwindet, sobald sie geklärt ist.</>,
  tab: 'Start',
  needs: 'Was jemanden braucht',
  well: 'Alles in Ordnung: Nichts ist ungeklärt, angehalten, nicht bereit, fehlgeschlagen oder fast verbraucht.',
  wellNext: 'Was anfällt, erscheint hier von selbst.',
  since: (at: ReactNode) => <>Seit {at}. </>,
  /** Stands in place of a number in the sentences below. */
  moreThan: (count: string) => `mehr als ${count}`,
  codes: {
    calls_unresolved: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'Anruf', other: 'Anrufe' })} ${be(number)} noch ungeklärt: Der Anbieter hat nicht gesagt, ob er ${plural(number, 'de', { one: 'ihn', other: 'sie' })} angenommen hat.`,
      todo: 'Bis dahin wird nichts doppelt gewählt. Prüfen Sie, ob der Anbieter erreichbar ist.',
      go: 'Zu den Anrufen',
    },
    messages_unresolved: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'Nachricht', other: 'Nachrichten' })} ${be(number)} noch ungeklärt: Meta hat nicht gesagt, ob es sie angenommen hat.`,
      todo: 'Es wird nichts doppelt gesendet. Sobald jemand weiß, was geschah, klären Sie es.',
      go: 'Zu den Nachrichten',
    },
    campaigns_paused: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'Kampagne', other: 'Kampagnen' })} ${be(number)} angehalten.`,
      todo: 'Die Anrufe warten, bis jemand freigibt.',
      go: 'Zu den Kampagnen',
    },
    campaigns_not_ready: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'Kampagne', other: 'Kampagnen' })} ${be(number)} nicht bereit für Anrufe.`,
      todo: 'Die Liste zeigt, was jeweils fehlt, etwa eine Absendernummer.',
      go: 'Zu den Kampagnen',
    },
    templates_stopped: {
      what: (count: string, number: number) =>
        `Meta hat ${count} ${plural(number, 'de', { one: 'Vorlage', other: 'Vorlagen' })} gestoppt, die Rundnachrichten verwenden.`,
      todo: 'Ihre Nachrichten werden abgelehnt. Die Seite der Vorlage zeigt, warum und wer betroffen ist.',
      go: 'Zu den Vorlagen',
    },
    sources_failed: {
      what: (count: string, number: number) =>
        `Der Crawl von ${count} ${plural(number, 'de', { one: 'Quelle', other: 'Quellen' })} ist fehlgeschlagen.`,
      todo: 'Das bisherige Wissen wird weiter verwendet. Die Seite der Quelle zeigt den Grund.',
      go: 'Zur Wissensbasis',
    },
    carriers_refused: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'Konto wird', other: 'Konten werden' })} vom Anbieter abgelehnt: nicht aktiv, oder die Zugangsdaten gelten nicht.`,
      todo: 'Darüber läuft kein Anruf. Ein Admin prüft das Konto beim Anbieter sowie Account SID und Auth Token hier.',
      go: 'Zu den Anbietern',
    },
    carriers_paused: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'Konto bei einem Anbieter nimmt', other: 'Konten bei Anbietern nehmen' })} derzeit keine Anrufe an.`,
      todo: 'Die Anrufe warten. Das Konto zeigt den Grund: Zugangsdaten, Guthaben oder zu viele Anrufe.',
      go: 'Zu den Anbietern',
    },
    senders_at_fault: {
      what: (count: string, number: number) =>
        `${count} ${plural(number, 'de', { one: 'WhatsApp-Absender ist', other: 'WhatsApp-Absender sind' })} getrennt oder nicht lesbar.`,
      todo: 'Von dort geht keine Nachricht aus, oder die Vorlagen veralten. Die Seite des Absenders zeigt den Grund.',
      go: 'Zu den Absendern',
    },
    database_held: {
      what: () =>
        'Der Dienst ist angehalten: Seine Datenbank wurde wiederhergestellt oder kopiert, oder ein Betreiber hat ihn angehalten.',
      todo: 'Er zeigt alles an, wählt und sendet aber nichts. Ein Betreiber gibt ihn frei.',
      go: null,
    },
    plan_inactive: {
      what: () => 'Der Tarif der Organisation ist nicht aktiv.',
      todo: 'WhatsApp-Nachrichten werden abgelehnt, Anrufe gehen weiter. Ein Betreiber aktiviert ihn.',
      go: 'Zum Tarif',
    },
    sends_nearly_used: {
      what: () => 'Mehr als vier Fünftel der Nachrichten des Tarifs sind verbraucht.',
      todo: 'Sind alle verbraucht, werden Nachrichten abgelehnt. Ein Betreiber erweitert den Tarif.',
      go: 'Zum Tarif',
    },
    links_nearly_used: {
      what: () => 'Mehr als vier Fünftel der Seiten des Tarifs sind verbraucht.',
      todo: 'Sind alle verbraucht, enden Crawls. Ein Betreiber erweitert den Tarif.',
      go: 'Zum Tarif',
    },
  } as Record<string, { what: (count: string, number: number) => string; todo: string; go: string | null }>,
  today: 'Heute',
  todayAside: (day: ReactNode, time: ReactNode) => (
    <>
      im Vergleich mit {day}, ebenfalls bis {time}
    </>
  ),
  table: 'Gespräche von heute neben denen desselben Wochentags davor',
  heads: { what: 'Gespräche', today: 'Heute', before: 'Vor einer Woche', change: 'Unterschied' },
  rows: {
    calls: 'Anrufe',
    answered: 'beantwortet',
    unanswered: 'nicht beantwortet oder besetzt',
    failed: 'fehlgeschlagen oder abgebrochen',
    live: 'laufen gerade',
    chats: 'Chats',
  },
  of: (share: string) => `${share} der Anrufe`,
  more: (count: string) => `+${count}`,
  less: (count: string) => `−${count}`,
  same: '0',
  quiet: 'Heute noch kein Gespräch, und keines an diesem Wochentag davor.',
  quietNext: 'Auf der Seite einer Kampagne finden Sie den Testanruf.',
  plan: 'Tarif',
  toSettings: 'Einstellungen',
  steps: 'Erste Schritte',
  stepDone: 'erledigt',
  stepNext: 'als Nächstes',
  stepOpen: 'offen',
  paths: {
    voice: {
      title: 'Zum ersten Anruf',
      steps: {
        carrier: {
          what: 'Konto eines Anbieters hinzufügen',
          why: 'Anrufe laufen über ein eigenes Konto, etwa bei Twilio.',
        },
        caller_id: {
          what: 'Absendernummer hinzufügen',
          why: 'Die Nummer, die Angerufene sehen.',
        },
        campaign: {
          what: 'Kampagne erstellen',
          why: 'Sie legt fest, was gesprochen wird, zu welchen Zeiten und wie oft.',
        },
        call: {
          what: 'Testanruf starten',
          why: 'Die Schaltfläche ist auf der Seite einer Kampagne; Sie sehen das Gespräch mit.',
        },
      } as Record<string, { what: string; why: string }>,
    },
    whatsapp: {
      title: 'Zur ersten WhatsApp-Nachricht',
      steps: {
        sender: { what: 'Absender verbinden', why: 'Ihre WhatsApp-Business-Nummer.' },
        template: {
          what: 'Vorlage genehmigen lassen',
          why: 'Meta genehmigt sie, und der Abgleich bringt sie hierher.',
        },
        broadcast: { what: 'Rundnachricht erstellen', why: 'Sie legt Absender und Vorlage fest.' },
        message: {
          what: 'Testnachricht senden',
          why: 'Das Formular ist auf der Seite einer Rundnachricht.',
        },
      } as Record<string, { what: string; why: string }>,
    },
  },

  sends: 'Nachrichten',
  links: 'Seiten der Wissensbasis',
  used: (used: string, of: string) => `${used} von ${of} verbraucht`,
}
