import { Described, Parts, Word, OPTIONAL } from './members.js';

/** The class of one page of a list, for the document. */
export function pageSchemaOf(item: new () => object, name = `${item.name}Page`): new () => object {
  @Described({ name })
  class PageAnswer {
    @Parts(item, 'The items of this page.')
    items!: object[];

    @Word('The `cursor` of the next page; absent on the last one, where the list ends.', OPTIONAL)
    next?: string;
  }
  return PageAnswer;
}
