/**
 * The workflow of the demo, as an operator would declare it: asks whether to renew, by voice or keys; a yes is thanked
 * for, a no is offered a transfer, silence is asked once more. Not typed as a definition: it is checked like any other.
 */
export const renewalWorkflow = {
  start: 'greet',
  language: 'en-US',
  goodbye: 'We have to end this call here. Goodbye.',
  steps: {
    greet: {
      kind: 'say',
      text: "Hello {{ customer.name | default: 'there' }}, this is Acme about your yearly plan.",
      next: 'ask',
    },
    ask: {
      kind: 'listen',
      text: 'Your plan ends soon. Would you like to renew it? Say yes or no, or press 1 for yes and 2 for no.',
      variable: 'answer',
      hints: ['yes', 'no', 'renew'],
      keys_count: 1,
      next: 'decide',
      no_input: 'ask_again',
    },
    decide: {
      kind: 'choose',
      branches: [
        { variable: 'answer', equals: 1, next: 'thanks' },
        { variable: 'answer', equals: 2, next: 'offer' },
        { variable: 'answer', contains: ['no', 'nope', 'not', "don't"], next: 'offer' },
        { variable: 'answer', contains: ['yes', 'yeah', 'yep', 'sure', 'renew'], next: 'thanks' },
      ],
      otherwise: 'ask_again',
    },
    ask_again: {
      kind: 'listen',
      text: 'Sorry, I did not get that. Would you like to renew? Press 1 for yes or 2 for no.',
      variable: 'answer',
      hints: ['yes', 'no', 'renew'],
      keys_count: 1,
      next: 'decide_again',
      no_input: 'goodbye',
    },
    decide_again: {
      kind: 'choose',
      branches: [
        { variable: 'answer', equals: 1, next: 'thanks' },
        { variable: 'answer', equals: 2, next: 'offer' },
        { variable: 'answer', contains: ['no', 'nope', 'not', "don't"], next: 'offer' },
        { variable: 'answer', contains: ['yes', 'yeah', 'yep', 'sure', 'renew'], next: 'thanks' },
      ],
      otherwise: 'goodbye',
    },
    thanks: { kind: 'hang_up', text: 'Thank you. Your plan is renewed and nothing else is needed. Goodbye.' },
    offer: {
      kind: 'listen',
      text: 'I understand. Would you like to talk to one of us first? Say yes, or press 1.',
      variable: 'wants_agent',
      hints: ['yes', 'no'],
      keys_count: 1,
      next: 'decide_agent',
      no_input: 'goodbye',
    },
    decide_agent: {
      kind: 'choose',
      branches: [
        { variable: 'wants_agent', contains: ['no', 'nope', 'not', "don't"], next: 'goodbye' },
        { variable: 'wants_agent', contains: ['yes', 'yeah', 'yep', 'sure', 'please', '1'], next: 'connect' },
      ],
      otherwise: 'goodbye',
    },
    connect: { kind: 'say', text: 'One moment, please.', next: 'agent' },
    agent: {
      kind: 'transfer',
      to: '+14155550123',
      timeout_seconds: 20,
      variable: 'agent_result',
      next: 'after_agent',
    },
    after_agent: {
      kind: 'choose',
      branches: [{ variable: 'agent_result', equals: 'completed', next: 'goodbye' }],
      otherwise: 'nobody_free',
    },
    nobody_free: { kind: 'hang_up', text: 'Nobody is free right now. We will call you back. Goodbye.' },
    goodbye: { kind: 'hang_up', text: 'Thank you for your time. Goodbye.' },
  },
}
