import { executeServerCommand } from '@web/test-runner-commands';

interface Node {
  readonly role: string;
  readonly name?: string;
  readonly children?: readonly Node[];
  readonly expanded?: boolean;
  readonly selected?: boolean;
  readonly disabled?: boolean;
  readonly focused?: boolean;
}

const SILENT = new Set(['generic', 'none', 'StaticText', 'InlineTextBox', 'LineBreak', 'image', 'SvgRoot']);

/** The nodes that a screen reader visits: role, name and state, one per line. */
export async function walk(): Promise<readonly string[]> {
  const line = ({ role, name, ...states }: Node) => {
    const said = (['expanded', 'selected', 'disabled'] as const).filter((state) => states[state]);
    return [role, name, ...said].filter(Boolean).join(' ');
  };
  const lines = (node: Node): readonly string[] => [
    ...(SILENT.has(node.role) ? [] : [line(node)]),
    ...(node.children ?? []).flatMap(lines),
  ];
  return lines(await executeServerCommand<Node, undefined>('accessibility-tree')).slice(1);
}
