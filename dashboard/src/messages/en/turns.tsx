import type { ReactNode } from 'react'

/** What an agent did in a conversation, turn by turn. */
export const turns = {
  title: 'What the agent did',
  lead: 'One input of the customer, and what answered it.',
  turn: (number: string) => `Turn ${number}`,
  begins: 'before the customer spoke',
  customer: 'Customer',
  agent: 'Agent',
  nothing: 'said nothing',
  received: (text: ReactNode) => <>The customer received only: {text}</>,
  model: 'Model',
  tokens: 'Tokens',
  tokensOf: (read: string, written: string) => `${read} read, ${written} written`,
  estimated: 'estimated',
  firstText: 'First text after',
  took: 'Took',
  ended: 'Ended',
  goesOn: 'goes on',
  sources: 'Sources',
  steps: 'Steps',
  asked: 'asked the model',
  tool: (name: ReactNode, outcome: string) => (
    <>
      {name}: {outcome}
    </>
  ),
  outcomes: {
    ok: 'done',
    failed: 'failed',
    refused: 'refused',
    asked: 'asked first',
    repeated: 'answered from its first run',
    unknown: 'not known whether it was done',
  } as Record<string, string>,
  runs: 'runs',
  states: {
    superseded: 'a newer message came',
    failed: 'failed',
  } as Record<string, string>,
  takeOver: 'Take over',
  giveBack: 'Give back to the agent',
  tookOver: 'You answer from here on; the agent says nothing more.',
  gaveBack: 'The agent answers again.',
}
