import type { ReactNode } from 'react'

/** What an agent did in a conversation, turn by turn. */
export const turns = {
  title: 'Was der Agent getan hat',
  lead: 'Eine Eingabe des Kunden und was darauf folgte.',
  turn: (number: string) => `Schritt ${number}`,
  begins: 'bevor der Kunde sprach',
  customer: 'Kunde',
  agent: 'Agent',
  nothing: 'hat nichts gesagt',
  received: (text: ReactNode) => <>Beim Kunden kam davon an: {text}</>,
  model: 'Modell',
  tokens: 'Tokens',
  tokensOf: (read: string, written: string) => `${read} gelesen, ${written} geschrieben`,
  estimated: 'geschätzt',
  firstText: 'Erster Text nach',
  took: 'Dauer',
  ended: 'Ende',
  goesOn: 'läuft noch',
  sources: 'Quellen',
  steps: 'Werkzeuge',
  asked: 'hat das Modell gefragt',
  tool: (name: ReactNode, outcome: string) => (
    <>
      {name}: {outcome}
    </>
  ),
  outcomes: {
    ok: 'erledigt',
    failed: 'fehlgeschlagen',
    refused: 'abgelehnt',
    asked: 'hat erst gefragt',
    repeated: 'aus dem ersten Lauf beantwortet',
    unknown: 'nicht bekannt, ob es geschah',
  } as Record<string, string>,
  runs: 'läuft',
  states: {
    superseded: 'eine neuere Nachricht kam',
    failed: 'fehlgeschlagen',
  } as Record<string, string>,
  takeOver: 'Übernehmen',
  giveBack: 'An den Agenten zurückgeben',
  tookOver: 'Ab jetzt antworten Sie; der Agent sagt nichts mehr.',
  gaveBack: 'Der Agent antwortet wieder.',
}
