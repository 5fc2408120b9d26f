import type { ReactNode } from 'react'

/** What an agent did in a conversation, turn by turn. */
export const turns = {
  title: 'Qué hizo el agente',
  lead: 'Lo que dijo el cliente y lo que siguió.',
  turn: (number: string) => `Turno ${number}`,
  begins: 'antes de que hablara el cliente',
  customer: 'Cliente',
  agent: 'Agente',
  nothing: 'no dijo nada',
  received: (text: ReactNode) => <>Al cliente le llegó: {text}</>,
  model: 'Modelo',
  tokens: 'Tokens',
  tokensOf: (read: string, written: string) => `${read} leídos, ${written} escritos`,
  estimated: 'estimado',
  firstText: 'Primer texto tras',
  took: 'Duración',
  ended: 'Final',
  goesOn: 'sigue',
  sources: 'Fuentes',
  steps: 'Herramientas',
  asked: 'preguntó al modelo',
  tool: (name: ReactNode, outcome: string) => (
    <>
      {name}: {outcome}
    </>
  ),
  outcomes: {
    ok: 'hecho',
    failed: 'falló',
    refused: 'rechazado',
    asked: 'preguntó antes',
    repeated: 'respondido con la primera ejecución',
    unknown: 'no se sabe si se hizo',
  } as Record<string, string>,
  runs: 'en curso',
  states: {
    superseded: 'llegó un mensaje más nuevo',
    failed: 'falló',
  } as Record<string, string>,
  takeOver: 'Tomar el control',
  giveBack: 'Devolver al agente',
  tookOver: 'Desde ahora responde usted; el agente no dice nada más.',
  gaveBack: 'El agente vuelve a responder.',
}
