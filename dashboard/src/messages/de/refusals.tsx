import { callRefusals } from './call-refusals.tsx'

/** What the other refusals of docs/errors.md mean that a page can meet, and what to do. They are as in `errors`. */
export const refusals = {
  call_file_unusable: {
    detail: true,
    what: 'Diese Datei kann nicht als Anrufe gelesen werden.',
    advice: 'Übergeben Sie CSV mit Kopfzeile oder NDJSON, in UTF-8, mit höchstens 100.000 Zeilen.',
  },
  call_batch_not_found: {
    what: 'Diese Datei mit Anrufen gibt es nicht.',
    advice: 'Öffnen Sie die Kampagne und dort „Aus einer Datei“: Da stehen alle Dateien.',
  },
  call_batch_not_stopped: {
    what: 'Diese Datei ist nicht gestoppt.',
    advice: 'Laden Sie die Seite neu, um zu sehen, wie weit sie ist.',
  },
  too_many_call_files: {
    what: 'Im Moment werden andere Dateien mit Anrufen gelesen.',
    advice: 'Übergeben Sie die Datei in einer Minute erneut. Nichts daraus wurde eingereiht.',
  },
  ticket_not_found: {
    what: 'Dieses Ticket gibt es nicht.',
    advice: 'Suchen Sie es in der Liste der Tickets.',
  },
  ticket_closed: {
    detail: true,
    what: 'Jemand hat dieses Ticket schon geschlossen.',
    advice: 'Laden Sie die Seite neu, um zu sehen, wer es war und mit welcher Notiz.',
  },
  message_not_failed: {
    what: 'Diese Nachricht ist nicht fehlgeschlagen und wird daher nicht erneut gesendet.',
    advice: 'Laden Sie ihre Seite neu: Sie ist unterwegs, angekommen oder noch ungeklärt.',
  },
  message_sent_again: {
    what: 'Diese Nachricht wurde schon erneut gesendet.',
    advice: 'Ihre Seite führt zur neuen Nachricht.',
  },
  message_not_unresolved: {
    what: 'Was aus dieser Nachricht wurde, ist inzwischen geklärt.',
    advice: 'Laden Sie ihre Seite neu: Es ist nichts mehr zu klären.',
  },
  page_not_found: {
    what: 'Diese Seite gibt es in der Quelle nicht mehr.',
    advice: 'Ein späterer Crawl hat sie ersetzt oder entfernt; sehen Sie in der Liste der Seiten nach.',
  },
  not_a_domain: {
    what: 'Für eine Datei oder eine einzelne Seite gibt es keine Crawls.',
    advice:
      'Fügen Sie die Datei oder die Adresse stattdessen noch einmal hinzu: Der neue Text ersetzt den alten.',
  },
  unreadable_source: {
    detail: true,
    what: 'Diese Datei oder Seite kann nicht gelesen werden.',
    advice:
      'Verwenden Sie eine Text-, HTML-, Markdown-, Word- oder PDF-Datei, die Text enthält, mit höchstens 20 MB.',
  },
  too_many_files: {
    what: 'Im Moment werden andere Dateien gelesen.',
    advice: 'Versuchen Sie es in einigen Sekunden erneut. Was hinzugefügt wurde, bleibt.',
  },
  too_many_previews: {
    what: 'Eine andere Vorschau eines Crawls läuft gerade.',
    advice: 'Warten Sie, bis sie beendet ist, höchstens 20 Sekunden.',
  },
  export_too_large: {
    detail: true,
    what: 'Es passen mehr Einträge, als ein Export haben darf.',
    advice: 'Grenzen Sie die Filter ein, etwa mit einem Zeitraum, und exportieren Sie in Teilen.',
  },
  too_many_exports: {
    what: 'Andere Exporte laufen gerade.',
    advice: 'Versuchen Sie es später erneut: Jeder dauert höchstens einige Minuten.',
  },
  takes_too_long: {
    what: 'Diese Liste dauert zu lange.',
    advice: 'Wählen Sie einen kürzeren Zeitraum oder weniger Filter.',
    detail: true,
  },
  too_many_changes: {
    what: 'Es werden gerade zu viele Änderungen zugleich gemacht.',
    advice: 'Nichts wurde geändert. Warten Sie einen Moment und versuchen Sie es erneut.',
  },
  too_many_lists: {
    what: 'Zu viele langsame Listen Ihrer Organisation werden gerade erstellt.',
    advice: 'Warten Sie einen Moment und versuchen Sie es erneut; ein kürzerer Zeitraum geht schneller.',
  },
  too_many_streams: {
    what: 'Zu viele Seiten verfolgen das Geschehen live.',
    advice: 'Schließen Sie andere Seiten des Dashboards oder versuchen Sie es gleich noch einmal.',
  },
  event_unknown: {
    what: 'Dieses Ereignis gibt es nicht mehr.',
    advice: 'Beginnen Sie bei einem Zeitpunkt: Ereignisse werden 30 Tage aufbewahrt.',
  },
  idempotency_key_reused: {
    what: 'Dasselbe Formular hat zuvor etwas anderes gesendet.',
    advice: 'Schließen Sie es und öffnen Sie es erneut.',
  },
  role_missing: {
    what: 'Ihre Rolle erlaubt das nicht.',
    advice: 'Ein Inhaber oder Admin der Organisation kann Ihnen die Rolle unter „Personen und Rollen“ geben.',
    detail: true,
  },
  tenant_not_found: {
    what: 'Diese Organisation oder dieses Projekt gibt es nicht, oder Sie dürfen es nicht sehen.',
    advice: 'Prüfen Sie die Adresse oder bitten Sie einen Inhaber um Zugang.',
  },
  project_not_found: {
    what: 'Dieses Projekt gibt es nicht, oder Sie dürfen es nicht sehen.',
    advice: 'Prüfen Sie die Adresse oder bitten Sie einen Inhaber um Zugang.',
  },
  campaign_not_found: {
    what: 'Diese Kampagne gibt es in diesem Projekt nicht.',
    advice: 'Suchen Sie sie unter den Kampagnen oder in einem anderen Projekt.',
  },
  call_not_found: {
    what: 'Diesen Anruf gibt es in diesem Projekt nicht.',
    advice: 'Suchen Sie seine Nummer mit der Suche oder in einem anderen Projekt.',
  },
  conversation_not_found: {
    what: 'Dieses Gespräch gibt es in diesem Projekt nicht.',
    advice: 'Suchen Sie es unter den Gesprächen oder in einem anderen Projekt.',
  },
  conversation_ended: {
    what: 'Dieses Gespräch mit dem Agenten ist beendet.',
    advice: 'Beginnen Sie ein neues.',
  },
  conversation_taken_over: {
    what: 'Jemand anderes hat begonnen, dieses Gespräch zu beantworten; Ihre Nachricht wurde nicht gesendet.',
    advice: 'Lesen Sie, was seitdem geschrieben wurde, und klären Sie, wer weitermacht.',
  },
  agent_answers: {
    what: 'Der Agent beantwortet dieses Gespräch.',
    advice: 'Übernehmen Sie es zuerst; schreiben Sie danach.',
  },
  agent_not_found: {
    what: 'Diesen Agenten gibt es in diesem Projekt nicht.',
    advice: 'Suchen Sie ihn unter den Agenten oder in einem anderen Projekt.',
  },
  upgrade_required: {
    what: 'Diese Adresse nimmt nur Websockets der Telefongesellschaft an.',
    advice: 'Vielleicht entfernt ein Proxy die Kopfzeile Upgrade: Lassen Sie sie durch.',
  },
  organization_moving: {
    what: 'Die Organisation wird gerade umgezogen',
    advice: 'In wenigen Sekunden antwortet sie wieder. Es wurde nichts getan; versuchen Sie es noch einmal.',
  },
  cell_unavailable: {
    what: 'Die Organisation ist gerade nicht erreichbar',
    advice: 'Versuchen Sie es gleich noch einmal. Bleibt es so, muss der Betreiber nachsehen.',
  },
  stopping: {
    what: 'Der Prozess wird gerade beendet.',
    advice: 'Versuchen Sie es in einigen Sekunden erneut: Ein anderer macht weiter.',
  },
  profile_not_found: {
    what: 'Diesen Kontakt gibt es in diesem Projekt nicht.',
    advice:
      'Suchen Sie Nummer oder Namen mit der Suche. Vielleicht wurden zwei Profile einer Person zusammengeführt.',
  },
  merge_not_found: {
    what: 'Diese Zusammenführung gibt es nicht.',
    advice: 'Laden Sie die Seite neu: Vielleicht hat jemand die beiden schon getrennt.',
  },
  merge_not_kept: {
    what: 'Diese Profile lassen sich nicht trennen.',
    advice: 'Eine ältere Version hat sie zusammengeführt.',
  },
  import_runs: {
    what: 'Ein Import ordnet gerade Kontakte dieses Projekts zu.',
    advice: 'Versuchen Sie es nach dem Import erneut.',
  },
  person_in_use: {
    what: 'Anrufe oder Nachrichten an diesen Kontakt laufen noch.',
    advice: 'Brechen Sie die Anrufe ab, warten Sie auf die Nachrichten und versuchen Sie es erneut.',
  },
  broadcast_not_found: {
    what: 'Diese Rundnachricht gibt es in diesem Projekt nicht.',
    advice: 'Suchen Sie sie unter den Rundnachrichten oder in einem anderen Projekt.',
  },
  message_not_found: {
    what: 'Diese Nachricht gibt es in dieser Rundnachricht nicht.',
    advice: 'Suchen Sie sie unter den Nachrichten der Rundnachricht.',
  },
  source_not_found: {
    what: 'Diese Quelle gibt es in diesem Projekt nicht.',
    advice: 'Vielleicht wurde sie entfernt. Suchen Sie sie in der Wissensbasis.',
  },
  record_not_found: {
    what: 'Diesen Eintrag gibt es in diesem Projekt nicht.',
    advice: 'Suchen Sie ihn in der Liste, zu der er gehört, oder in einem anderen Projekt.',
  },
  person_not_found: {
    what: 'Diese Person gibt es in dieser Organisation nicht.',
    advice: 'Vielleicht wurde sie entfernt. Laden Sie die Liste neu.',
  },
  session_not_found: {
    what: 'Diese Sitzung gibt es nicht.',
    advice: 'Vielleicht ist sie beendet. Laden Sie die Liste neu.',
  },
  token_not_found: {
    what: 'Dieses Token gibt es nicht.',
    advice: 'Vielleicht wurde es widerrufen. Laden Sie die Liste neu.',
  },
  change_not_found: {
    what: 'Diese Änderung gibt es nicht, oder Sie dürfen sie nicht sehen.',
    advice: 'Wer eine Rolle für einzelne Projekte hat, sieht nur deren Änderungen.',
  },
  not_a_demo: {
    what: 'Diese Organisation ist keine Demo.',
    advice: 'Nur eine Demo startet von selbst Anrufe, daher gibt es hier nichts umzuschalten.',
  },
  changed_meanwhile: {
    what: 'Jemand anderes hat dies inzwischen geändert.',
    advice: 'Sehen Sie sich beide Fassungen an und speichern Sie dann erneut.',
  },
  person_exists: {
    what: 'Jemand mit dieser Adresse gehört schon zur Organisation.',
    advice: 'Ändern Sie stattdessen die Rolle dieser Person.',
  },
  person_elsewhere: {
    what: 'Diese Person hat auch eine Rolle, die Sie nicht verwalten, oder ein Konto oder eine Rolle in einem anderen Teil der Installation.',
    advice:
      'Ein Betreiber erstellt den Link („switchboard people link“) oder beendet den zweiten Faktor („people end-second-factor“).',
  },
  last_owner: {
    what: 'Die Organisation hätte dann keinen Inhaber mehr, der sich anmelden kann.',
    advice: 'Machen Sie zuerst eine andere Person zum Inhaber und lassen Sie diese ein Passwort festlegen.',
  },
  too_many_tokens: {
    what: 'Sie haben so viele Token, wie eine Person haben darf.',
    advice: 'Widerrufen Sie eines, das nicht benutzt wird.',
    detail: true,
  },
  key_ended: { what: 'Dieser Schlüssel ist abgelaufen.', advice: 'Erstellen Sie einen anderen Schlüssel.' },
  ...callRefusals,
  plan_inactive: {
    what: 'Der Tarif der Organisation ist nicht aktiv.',
    advice: 'Ein Betreiber der Installation aktiviert ihn.',
  },
  quota_exhausted: {
    what: 'Die Nachrichten des Tarifs sind verbraucht oder reserviert.',
    advice: 'Ein Betreiber der Installation erweitert den Tarif.',
  },
  link_quota_reached: {
    what: 'Die Wissensbasen haben alle Seiten, die der Tarif erlaubt.',
    advice:
      'Entfernen Sie Quellen, senken Sie die Höchstzahl der Seiten einer Quelle oder lassen Sie einen Betreiber den Tarif erweitern.',
  },
  too_many_domains: {
    what: 'Die Wissensbasen haben alle Domains, die sie haben dürfen.',
    advice: 'Entfernen Sie eine oder decken Sie mit einer Domain mehr Adressen ab.',
    detail: true,
  },
  too_many_crawls: {
    what: 'Viele Crawls der Organisation warten oder laufen.',
    advice: 'Versuchen Sie es erneut, wenn einige beendet sind, oder brechen Sie einen ab.',
  },
  sender_unavailable: {
    what: 'Der Absender der Rundnachricht ist nicht verbunden.',
    advice: 'Ein Admin verbindet ihn unter Absender.',
  },
  template_unavailable: {
    what: 'Die Rundnachricht hat keine von Meta genehmigte Vorlage.',
    advice: 'Sehen Sie sich die Vorlage an und was Meta zu ihr sagt.',
  },
  window_closed: {
    what: 'Die Person hat in den letzten 24 Stunden nicht geschrieben, daher nimmt Meta nur eine Vorlage an.',
    advice: 'Senden Sie die Vorlage oder warten Sie, bis sie schreibt.',
  },
  opted_out: {
    what: 'Die Person möchte keine Nachrichten.',
    advice: 'Schreiben Sie ihr nicht. Mit START kann sie Nachrichten wieder erlauben.',
  },
  message_rejected: {
    what: 'WhatsApp hat die Nachricht abgelehnt. Es wurde nichts gesendet.',
    advice: 'Beheben Sie, was der Grund nennt, und senden Sie dann erneut.',
    detail: true,
  },
  sender_busy: {
    what: 'Der Absender hat seine Höchstrate erreicht, oder WhatsApp ist überlastet. Es wurde nichts gesendet.',
    advice: 'Warten Sie einen Moment und senden Sie dann erneut.',
  },
  send_unresolved: {
    what: 'Es ist noch ungeklärt, ob WhatsApp die Nachricht hat.',
    advice: 'Senden Sie sie jetzt nicht erneut. Ihre Seite verfolgt sie und zeigt, sobald es geklärt ist.',
  },
} as Record<string, { what: string; advice: string; detail?: true }>
