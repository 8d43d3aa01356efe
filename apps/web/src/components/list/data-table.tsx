import type { ComponentProps } from 'react';

interface DataTableProps extends ComponentProps<'table'> {
  head: readonly string[];
  /** The first cell of a row is its heading. */
  rows: readonly (readonly string[])[];
  headingClass?: string;
}

export function DataTable({ head, rows, headingClass, ...table }: DataTableProps) {
  return (
    <table {...table}>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th className={headingClass} scope="row">
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={head[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
