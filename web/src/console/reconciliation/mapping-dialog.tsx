import type { BankMapping } from '@wasl/protocol'
import { on } from '../../api/call.ts'
import { ActDialog } from '../../components/act-dialog.tsx'
import { ChoiceField, TextField, useApiForm, type ApiForm } from '../../components/api-form.tsx'
import { queries } from '../../session/queries.ts'
import { useTexts } from '../../texts/texts.ts'
import { mappingOf, NEW_MAPPING, valuesOf, type MappingValues } from './mapping-values.ts'
import { MAPPINGS } from './mapping.texts.ts'

const same = (...values: readonly string[]) => values.map((value) => ({ value, label: value }))

const ENCODINGS = same('utf-8', 'utf-16le', 'windows-1252', 'windows-1256')

const DATES = same(
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD.MM.YYYY',
  'DD/MM/YY',
  'YYYY-MM-DD',
  'YYYY/MM/DD',
  'YYYYMMDD',
  'MM/DD/YYYY',
)

const QUOTES = ['"', "'"]

type DialogProps = { mapping: BankMapping | null; onClose: () => void }

/** Says how a bank's export is read: a new one, or another revision of one. */
export const MappingDialog = ({ mapping, onClose }: DialogProps) => {
  const t = useTexts(MAPPINGS)
  const form = useApiForm<MappingValues>(mapping === null ? NEW_MAPPING : valuesOf(mapping))
  const set = async (): Promise<void> => {
    const name = form.values.name.trim()
    await on('PUT /operator/v1/bank-mappings/{name}')({
      params: { name },
      body: mappingOf(form.values),
    })
    await queries.invalidateQueries()
  }
  return (
    <ActDialog
      title={mapping === null ? t('create') : t('edit', { name: mapping.name })}
      verb={t('save')}
      isOpen
      onClose={onClose}
      form={form}
      act={set}
    >
      <p className="soft">{t('says')}</p>
      {mapping === null && (
        <TextField form={form} name="name" label={t('name')} hint={t('nameHint')} isRequired />
      )}
      <ChoiceField
        form={form}
        name="account"
        label={t('account')}
        options={(['clients', 'own'] as const).map((value) => ({ value, label: t(value) }))}
      />
      <ChoiceField form={form} name="format" label={t('format')} options={formatsOf(t('csv'))} />
      {form.values.format === 'csv' ? (
        <>
          <FileFields form={form} />
          <ColumnFields form={form} />
          <AmountFields form={form} />
        </>
      ) : (
        <StatementFields form={form} />
      )}
    </ActDialog>
  )
}

const formatsOf = (csv: string) => [{ value: 'csv', label: csv }, ...same('mt940', 'camt.053')]

type FieldsProps = { form: ApiForm<MappingValues> }

/** A standard fixes the rest of these. */
const StatementFields = ({ form }: FieldsProps) => {
  const t = useTexts(MAPPINGS)
  return (
    <>
      <TextField
        form={form}
        name="accountNumber"
        label={t('accountNumber')}
        hint={t('accountNumberHint')}
      />
      {form.values.format === 'mt940' && (
        <ChoiceField form={form} name="encoding" label={t('encoding')} options={ENCODINGS} />
      )}
    </>
  )
}

const FileFields = ({ form }: FieldsProps) => {
  const t = useTexts(MAPPINGS)
  return (
    <>
      <ChoiceField
        form={form}
        name="delimiter"
        label={t('delimiter')}
        options={[
          { value: ';', label: t('semicolon') },
          { value: ',', label: t('comma') },
          { value: '\t', label: t('tab') },
          { value: '|', label: '|' },
        ]}
      />
      <ChoiceField form={form} name="encoding" label={t('encoding')} options={ENCODINGS} />
      <ChoiceField
        form={form}
        name="quote"
        label={t('quote')}
        options={[...same(...QUOTES), { value: '', label: t('noQuote') }]}
      />
      <TextField form={form} name="headerRows" kind="number" label={t('headerRows')} isRequired />
      <TextField form={form} name="footerRows" kind="number" label={t('footerRows')} isRequired />
      <ChoiceField form={form} name="dateFormat" label={t('dateFormat')} options={DATES} />
    </>
  )
}

const ColumnFields = ({ form }: FieldsProps) => {
  const t = useTexts(MAPPINGS)
  return (
    <>
      <p className="strong">{t('columns')}</p>
      <p className="soft">{t('columnsSay')}</p>
      <TextField form={form} name="columns.bookedOn" label={t('bookedOn')} isRequired />
      <TextField form={form} name="columns.valueOn" label={t('valueOn')} />
      <TextField
        form={form}
        name="columns.description"
        label={t('description')}
        hint={t('descriptionHint')}
        isRequired
      />
      <TextField form={form} name="columns.reference" label={t('reference')} />
    </>
  )
}

const AmountFields = ({ form }: FieldsProps) => {
  const t = useTexts(MAPPINGS)
  const of = form.values.form
  return (
    <>
      <p className="strong">{t('amounts')}</p>
      <ChoiceField
        form={form}
        name="form"
        label={t('form')}
        options={(['two-columns', 'signed', 'indicator'] as const).map((value) => ({
          value,
          label: t(value),
        }))}
      />
      {of !== 'two-columns' && (
        <TextField form={form} name="amounts.column" label={t('amountColumn')} isRequired />
      )}
      {of === 'signed' && (
        <ChoiceField
          form={form}
          name="amounts.negative"
          label={t('negative')}
          options={(['out', 'in'] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      {of === 'indicator' && (
        <TextField form={form} name="amounts.indicator" label={t('indicator')} isRequired />
      )}
      {of !== 'signed' && (
        <>
          <TextField
            form={form}
            name="amounts.out"
            label={t(of === 'indicator' ? 'outSays' : 'outColumn')}
            isRequired
          />
          <TextField
            form={form}
            name="amounts.in"
            label={t(of === 'indicator' ? 'inSays' : 'inColumn')}
            isRequired
          />
        </>
      )}
      <ChoiceField
        form={form}
        name="decimal"
        label={t('decimal')}
        options={[
          { value: ',', label: t('comma') },
          { value: '.', label: t('point') },
        ]}
      />
    </>
  )
}
