from services.graph.by_rule.reader import Reader


def test_every_part_of_the_model_multiplies_with_numpy(reader: Reader):
    language = reader.parser._language
    models = [model for name in language.pipe_names if (model := getattr(language.get_pipe(name), "model", None))]
    assert models
    assert not [node.name for model in models for node in model.walk() if getattr(node.ops, "use_blis", False)]
