export const signIn = {
  title: 'Anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  action: 'Anmelden',
  lost: 'Passwort vergessen? Ein Inhaber Ihrer Organisation erstellt einen Link, mit dem Sie ein neues festlegen.',
  again: 'Ihre Sitzung ist beendet. Melden Sie sich neu an, um fortzufahren.',
  againMore: 'Ihre Eingaben sind noch da. Ihre letzte Anfrage wird gesendet, sobald Sie angemeldet sind.',
  leave: 'Ohne Anmeldung verlassen',
  confirm: 'Geben Sie Ihr Passwort erneut ein',
  confirmMore: 'Ihre Aktion erfordert es, weil die letzte Eingabe mehr als 15 Minuten her ist.',
  confirmAction: 'Weiter',
  wrongPassword:
    'Das ist nicht Ihr Passwort. Prüfen Sie es oder bitten Sie einen Inhaber um einen Link, um ein neues festzulegen.',
  wrong:
    'Adresse und Passwort gehören nicht zusammen. Prüfen Sie beide oder bitten Sie einen Inhaber um einen Link.',
  blocked: (time: string) => `Zu viele Versuche sind fehlgeschlagen. Der nächste ist um ${time} möglich.`,
  welcomeTitle: 'Erster Inhaber werden',
  welcomeLead: 'Noch darf sich niemand anmelden. Wer diesen Link hat, wird Inhaber dieser Installation.',
  invitedTitle: 'Passwort festlegen',
  invitedLead: 'Damit melden Sie sich künftig an. Dieser Link gilt einmal.',
  name: 'Ihr Name',
  nameHint: 'Kollegen sehen ihn bei Ihren Änderungen.',
  newPassword: 'Neues Passwort',
  passwordHint:
    'Mindestens 12 Zeichen. Ein paar Wörter, die nicht zusammengehören, lassen sich leicht merken.',
  accept: 'Passwort festlegen und anmelden',
  noToken: 'In dieser Adresse fehlt der Teil nach dem #.',
  noTokenNext: 'Öffnen Sie den Link genau so, wie er ausgegeben oder Ihnen gesendet wurde.',
  spent:
    'Dieser Link gilt nicht mehr: Er wurde verwendet, ist zu alt oder wurde durch einen neueren ersetzt.',
  spentWelcome:
    'Starten Sie den Dienst neu: Er gibt einen neuen Link aus, solange sich noch niemand anmelden darf.',
  spentInvited: 'Bitten Sie die Person, die ihn gesendet hat, um einen neuen.',
  toSignIn: 'Zur Anmeldung',
}
