import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isOptOut } from './opt-out-phrases.ts'

describe('a request for no more calls', () => {
  const requests: [string, string][] = [
    ['en', 'Do not call me again.'],
    ['en', 'Take me off your list'],
    ['en', 'Please stop calling me!'],
    ['en', 'Okay, just don’t call me anymore, thank you.'],
    ['en', 'Could you please remove my number from your list'],
    ['en', 'I want you to put me on the do not call list'.replace('I want you to ', '')],
    ['en', 'NEVER CALL THIS NUMBER AGAIN'],
    ['en', 'Lose my number.'],
    ['en', 'Unsubscribe'],
    ['en', "I don't want to be called again"],
    ['fr-FR', 'Stop calling me.'],
    ['es', 'Por favor, no me llame más.'],
    ['es-MX', 'Quíteme de su lista, gracias'],
    ['es', 'No me vuelvan a llamar'],
    ['es', 'Deme de baja'],
    ['de', 'Rufen Sie mich bitte nicht mehr an'.replace(' bitte', '')],
    ['de-AT', 'Bitte streichen Sie mich von Ihrer Liste!'],
    ['de', 'Keine Anrufe mehr.'],
    ['ar', 'لا تتصل بي مرة أخرى'],
    ['ar-EG', 'احذفوا رقمي من القائمة من فضلك'],
  ]
  for (const [language, text] of requests) it(`is ${text}`, () => assert.ok(isOptOut(text, language)))

  const others: [string, string][] = [
    ['en', 'Stop'],
    ['en', ''],
    ['en', 'Please don’t call me before nine'],
    ['en', 'Do not call me Bob, my name is Robert'],
    ['en', 'Did I not say do not call me again?'],
    ['en', 'My neighbor said take me off your list to another company and they never called her again'],
    ['en', 'Take the yearly plan off my list'],
    ['en', 'You can stop calling it a plan'],
    ['en', 'Can you call me again tomorrow'],
    ['en', 'no'],
    ['en', 'por favor no me llame más'],
    ['es', 'No me llame mañana, llámeme el lunes'],
    ['de', 'Rufen Sie mich nicht vor neun an'],
    ['ar', 'لا تتصل بي قبل التاسعة'],
    ['en', `do not call me again ${'please '.repeat(20)}`],
  ]
  for (const [language, text] of others) it(`is not ${text}`, () => assert.ok(!isOptOut(text, language)))
})
