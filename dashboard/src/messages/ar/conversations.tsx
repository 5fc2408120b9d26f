import type { ReactNode } from 'react'
import { countedNode, nouns } from './count.tsx'

export const conversations = {
  title: 'المحادثات',
  lead: (total: ReactNode, count: number, isFiltered: boolean) => (
    <>
      {isFiltered ? 'المطابق لعوامل التصفية' : 'الإجمالي'}: {countedNode(total, count, nouns.conversation)}،
      الأحدث أولًا.
    </>
  ),
  leadUnique: (total: ReactNode, count: number) => (
    <>{countedNode(total, count, nouns.person)}، مع أحدث محادثة لكل منهم.</>
  ),
  export: 'تصدير (NDJSON)',
  table: 'المحادثات',
  heads: { who: 'الشخص', status: 'النتيجة', began: 'البدء', length: 'المدة', campaign: 'الحملة' },
  status: 'الحالة',
  channel: 'القناة',
  campaign: 'الحملة',
  from: 'من يوم',
  to: 'حتى يوم',
  length: 'المدة',
  lengths: {
    '0-0': 'لم يرد أحد',
    '1-30': 'حتى 30 ث',
    '31-120': 'من 30 ث إلى 2 د',
    '121-': 'أطول من 2 د',
  } as Record<string, string>,
  number: 'الرقم',
  unique: 'سطر واحد لكل شخص',
  statuses: {
    initiated: 'جارٍ الاتصال',
    ringing: 'يرنّ',
    live: 'جارية',
    completed: 'مكتملة',
    no_answer: 'لا رد',
    busy: 'مشغول',
    failed: 'فاشلة',
    canceled: 'ملغاة',
  } as Record<string, string>,
  channels: { voice: 'مكالمة', whatsapp: 'واتساب', web: 'الويب', telegram: 'تيليجرام' } as Record<
    string,
    string
  >,
  directions: { inbound: 'من العميل', outbound: 'إلى العميل' } as Record<string, string>,
  /** Statuses that are looked for together. */
  statusGroups: {
    answered: 'تم الرد أو جارية',
    unanswered: 'لا رد أو مشغول',
    unsuccessful: 'فاشلة أو ملغاة',
    under_way: 'جارية أو جارٍ الاتصال',
  },
  allChats: 'كل الدردشات',
  noNumber: 'بلا رقم',
  noCampaign: '–',
  goesOn: 'مستمرة',
  empty: 'لا توجد محادثات بعد.',
  emptyNext: 'تظهر هنا كل مكالمة ودردشة فور بدئها.',
  toLive: 'إلى صفحة «مباشر»',
  of: (who: ReactNode) => <>محادثة مع {who}</>,
  tab: (who: string) => `محادثة مع \u2068${who}\u2069`,
  live: (channel: string, who: ReactNode, at: ReactNode) => (
    <>
      {channel} مع {who}، منذ {at}.
    </>
  ),
  over: (channel: string, who: ReactNode, at: ReactNode, outcome: string) => (
    <>
      {channel} مع {who}، {at}: {outcome}.
    </>
  ),
  spoke: (duration: ReactNode) => <>المدة: {duration}.</>,
  notSpoken: 'لم يرد أحد، فلم يُقل شيء.',
  transcript: 'نص المحادثة',
  about: 'التفاصيل',
  facts: {
    channel: 'القناة',
    direction: 'الاتجاه',
    campaign: 'الحملة',
    began: 'البدء',
    answered: 'الرد',
    ended: 'الانتهاء',
    length: 'المدة',
    person: 'الشخص',
  },
  tickets: 'التذاكر',
  noTickets: 'لم تُفتح أي تذكرة.',
  toCall: 'إلى المكالمة',
  personId: 'customer_profile_id',
  kind: (kind: string) => `أُرسل: ${kind}`,
}
