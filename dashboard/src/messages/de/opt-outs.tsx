import type { ReactNode } from 'react'

/** People who must not get WhatsApp messages. */
export const optOuts = {
  title: 'Abmeldungen',
  lead: (count: string) =>
    count === '1'
      ? '1 Abmeldung, von allen WhatsApp-Nachrichten oder von Marketingnachrichten.'
      : `${count} Abmeldungen, von allen WhatsApp-Nachrichten oder von Marketingnachrichten.`,
  none: 'Niemand hat sich abgemeldet.',
  noneNext:
    'Wer STOP schreibt, erscheint hier. Wer auf anderem Weg darum gebeten hat, kann hinzugefügt werden.',
  add: 'Hinzufügen…',
  end: 'Aufheben…',
  endLabel: (who: string) => `Abmeldung von ${who} aufheben`,
  search: 'Nummer, Name oder ID',
  person: 'Person',
  scope: 'Erhält keine',
  scopes: { all: 'Nachrichten', marketing: 'Marketingnachrichten' } as Record<string, string>,
  source: 'Wie',
  sources: {
    message: 'STOP geschrieben',
    provider: 'in WhatsApp',
    operator: 'hier eingetragen',
  } as Record<string, string>,
  by: (name: ReactNode) => <>von {name}</>,
  since: 'Seit',
  reason: 'Grund',
  noReason: 'keiner angegeben',
  hidden: 'verbirgt die Nummer: Anrufe und Codes können diese Person nicht erreichen',
  username: (name: ReactNode) => <>@{name}</>,
  marketingStays:
    'Die Person hat Marketingnachrichten in WhatsApp abgestellt; nur sie selbst kann das dort rückgängig machen.',
  addTitle: 'Eine Person abmelden',
  addLead:
    'Die Person erhält keine Nachricht dieses Projekts, bis sie START schreibt oder jemand die Abmeldung hier aufhebt.',
  number: 'Nummer oder WhatsApp-ID',
  numberHint: 'Mit Ländervorwahl; bei verborgener Nummer die ID, etwa US.1349….',
  why: 'Grund',
  whyHint: 'Etwa wie die Person darum gebeten hat. Er steht unter „Änderungen“.',
  addNow: 'Abmelden',
  needsBoth: 'Füllen Sie beide Felder aus.',
  added: (who: ReactNode) => <>{who} ist abgemeldet.</>,
  wasOut: (who: ReactNode) => <>{who} war bereits abgemeldet.</>,
  endTitle: 'Abmeldung aufheben',
  endLead: (who: ReactNode) => (
    <>{who} kann dann wieder Nachrichten erhalten. Tun Sie das nur, wenn die Person darum gebeten hat.</>
  ),
  endStop: 'Die Person hat selbst STOP geschrieben. Sie kann jederzeit START schreiben.',
  endNow: 'Aufheben',
  needsReason: 'Geben Sie einen Grund an.',
  ended: (who: ReactNode) => <>{who} kann wieder Nachrichten erhalten.</>,
  wasNotOut: (who: ReactNode) => <>{who} war nicht abgemeldet.</>,
}
