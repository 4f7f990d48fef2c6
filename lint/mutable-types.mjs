import ts from 'typescript';

/** Containers of JavaScript and Node that have mutators. */
const MUTABLE =
  /^(?:Map|Set|WeakMap|WeakSet|Array|(?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array|ArrayBuffer|DataView|Buffer|Date|EventEmitter)$/;

/** Containers without mutators, which may hold what has some. */
const READONLY = /^(?:ReadonlyMap|ReadonlySet|ReadonlyArray|Promise)$/;

/** Whether something that has this type can be changed: a container, an instance of our classes, or what holds one. */
export function isMutable(program, type, seen = new Set()) {
  if (seen.has(type)) return false;
  seen.add(type);
  const checker = program.getTypeChecker();
  const recur = (part) => isMutable(program, part, seen);
  if (type.isUnionOrIntersection()) return type.types.some(recur);
  if (checker.isTupleType(type)) {
    return !type.target.readonly || checker.getTypeArguments(type).some(recur);
  }
  const name = type.getSymbol()?.name ?? '';
  if (READONLY.test(name)) return checker.getTypeArguments(type).some(recur);
  if (MUTABLE.test(name)) return true;
  const isOurs = isDeclaredHere(program, type);
  if (type.isClass() || isInstance(type)) return isOurs;
  if (!isOurs || type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0)
    return false;
  const indexes = checker.getIndexInfosOfType(type);
  if (indexes.some((index) => !index.isReadonly || recur(index.type))) return true;
  return type.getProperties().some((member) => recur(checker.getTypeOfSymbol(member)));
}

/** An instance of a generic class is a reference to it. */
function isInstance(type) {
  return type.target?.isClass?.() === true;
}

/** Whether a type is declared in this project, or made of such: `Readonly<…>` and the like are declared by TypeScript. */
function isDeclaredHere(program, type) {
  if ((type.objectFlags ?? 0) & ts.ObjectFlags.Mapped) return true;
  const declarations = type.getSymbol()?.declarations ?? [];
  return declarations.every((declaration) => {
    const file = declaration.getSourceFile();
    return !program.isSourceFileDefaultLibrary(file) && !file.fileName.includes('node_modules');
  });
}
