import type { ReactNode } from 'react'

/** Accounts of language models, which agents ask. */
export const models = {
  title: 'Modelle',
  lead: 'Konten bei Sprachmodellen, die von Agenten gefragt werden.',
  none: 'Dieses Projekt hat noch kein Modellkonto.',
  noneNext:
    'Fügen Sie ein Konto bei einem Anbieter oder einen eigenen Server hinzu; erstellen Sie dann einen Agenten.',
  new: 'Neues Modellkonto…',
  newTitle: 'Neues Modellkonto',
  editTitle: (name: string) => `${name} ändern`,
  edit: 'Ändern…',
  editLabel: (name: string) => `${name} ändern`,
  make: 'Hinzufügen',
  saved: (name: ReactNode) => <>{name} ist gespeichert und wird ab jetzt so gefragt.</>,
  name: 'Name',
  kind: 'Protokoll',
  kinds: { openai_compatible: 'OpenAI und kompatible', anthropic: 'Anthropic' } as Record<string, string>,
  address: 'Adresse der API',
  addressHint: 'Ohne die Operation, zum Beispiel https://api.openai.com/v1.',
  model: 'Modell',
  modelHint: 'Wie der Anbieter es nennt.',
  key: 'Schlüssel',
  keyHint:
    'Wird verschlüsselt gespeichert und niemandem gezeigt. Ein eigener Server braucht vielleicht keinen.',
  keyKeep: (time: ReactNode) => <>Gesetzt {time}. Lassen Sie das Feld leer, um ihn zu behalten.</>,
  keyNone: 'Keiner ist gesetzt.',
  keyRemove: 'Schlüssel entfernen',
  keySet: 'Schlüssel gesetzt',
  noKey: 'keiner',
  outputField: 'Feld, das eine Antwort begrenzt',
  outputFieldHint: 'Leer: max_tokens.',
  extra: 'Weitere Felder jeder Anfrage',
  extraHint: 'Ein JSON-Objekt wie { "temperature": 0.2 }. Es geht unverändert an den Anbieter.',
  usedBy: 'Gefragt von',
  unused: 'keinem Agenten',
  changedBy: 'Geändert',
}
